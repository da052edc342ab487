import { env } from "@/server/platform/env";
import { isSameSecret } from "@/server/platform/secrets";

/**
 * Whether a request's Authorization header contains the token of the metrics. Without a configured token nobody may
 * read them.
 */
export function mayReadMetrics(authorization: string | null | undefined): boolean {
  const { METRICS_TOKEN } = env;
  if (!METRICS_TOKEN) return false;
  const given = /^Bearer (\S{1,500})$/.exec(authorization ?? "")?.[1] ?? "";
  return isSameSecret(given, METRICS_TOKEN);
}
