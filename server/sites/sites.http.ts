import type { SiteVisit } from "./sites.gateway";

export async function visitCompanySite(
  _url: string,
  _options: { signal: AbortSignal; fallbackName: string },
): Promise<SiteVisit> {
  return { ok: false, reason: "unreachable", detail: "placeholder" };
}
