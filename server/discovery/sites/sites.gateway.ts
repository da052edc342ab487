import type { SiteCheck } from "@/lib/domain/companies/site-verdict";
import type { ProfileLink } from "@/server/discovery/extraction/profile-links.rule";
import type { OtherWays } from "@/server/discovery/extraction/site-findings.rule";

/** The company as described by its own website. Numbers are digits with country code, the CNPJ its 14 characters. */
export interface SiteCompany {
  name: string;
  whatsapp: string | null;
  phone: string | null;
  email: string | null;
  cnpj: string | null;
  address: string | null;
  /** Its social network profiles, as linked from its site. */
  profiles: ProfileLink[];
  /** Other ways to reach it than the fields above; missing when there are none. */
  others?: OtherWays | undefined;
  /** Per field found: source page, extraction method and confidence (0 to 1). */
  evidence: Partial<Record<SiteField, { url: string; method: string; confidence: number }>>;
}

export type SiteField = "name" | "whatsapp" | "phone" | "email" | "cnpj" | "address";

export type SiteVisit =
  | { ok: true; company: SiteCompany; check: SiteCheck | null }
  | {
      ok: false;
      /** The verdict on the site; null when the visit proves nothing about it. */
      check: SiteCheck | null;
      /** 'directory': the page lists other companies. */
      reason:
        | "robots"
        | "forbidden_address"
        | "unreachable"
        | "not_html"
        | "http_error"
        | "directory";
      detail: string;
    };
