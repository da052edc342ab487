/** Results of a visit to a company's own site, the worst first. */
export const SITE_CHECKS = ["broken", "certificate", "not_mobile", "slow", "fine"] as const;
export type SiteCheck = (typeof SITE_CHECKS)[number];

/** All verdicts on a lead's site; the first two need no visit, because the lead has no site of its own. */
export const SITE_VERDICTS = ["none", "social", ...SITE_CHECKS] as const;
export type SiteVerdict = (typeof SITE_VERDICTS)[number];

export const SITE_VERDICT_LABEL: Record<SiteVerdict, string> = {
  none: "Sem site",
  social: "Só rede social ou guia",
  broken: "Fora do ar",
  certificate: "Certificado inválido",
  not_mobile: "Não serve no celular",
  slow: "Lento",
  fine: "Em ordem",
};

export const SITE_UNCHECKED_LABEL = "Não verificado";

/** The filter's values, including sites of companies that were not visited yet. */
export const SITE_FILTERS = [...SITE_VERDICTS, "unknown"] as const;
export type SiteFilter = (typeof SITE_FILTERS)[number];

/** A visitor on a phone gives up by then: request, redirects and body of the first page. */
const SLOW_SITE_MS = 5_000;

/** The verdict on a site whose page was read. `ms`: how long the page took to arrive, without our own pauses. */
export function judgePage(page: { isFitForPhones: boolean }, ms: number): SiteCheck {
  if (!page.isFitForPhones) return "not_mobile";
  return ms >= SLOW_SITE_MS ? "slow" : "fine";
}

/** Error codes of Node's TLS for which a browser shows a warning instead of the site. */
const CERTIFICATE_CODES = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** Whether a connection failed because of the site's certificate, according to the chain of errors. */
export function isCertificateError(error: unknown): boolean {
  let each: unknown = error;
  for (let depth = 0; depth < 5 && each instanceof Error; depth += 1) {
    if ("code" in each && CERTIFICATE_CODES.has(String(each.code))) return true;
    each = each.cause;
  }
  return false;
}
