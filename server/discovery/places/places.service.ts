import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { findWhatsappNumber } from "@/lib/domain/phone/whatsapp-address";
import { normalizeEmail } from "@/server/discovery/extraction/emails.rule";
import {
  completeDigits,
  isMobile,
  type PhoneNumber,
  readPhoneNumber,
} from "@/server/discovery/extraction/phone-number.rule";
import type { SiteCompany, SiteField } from "@/server/discovery/sites/sites.gateway";
import { env } from "@/server/platform/env";
import type { Place, PlacesGateway } from "./places.gateway";
import { createGooglePlaces } from "./places.google";
import { createOverpass } from "./places.overpass";

/** The configured map provider. */
export function getPlacesProvider(): PlacesGateway {
  if (env.GOOGLE_MAPS_API_KEY) {
    return createGooglePlaces(env.GOOGLE_PLACES_URL, env.GOOGLE_MAPS_API_KEY, {
      maxCalls: env.GOOGLE_PLACES_MAX_CALLS,
    });
  }
  return createOverpass(env.overpassUrl);
}

/** Confidence in the map's entries: volunteers enter them, and businesses move. */
const CONFIDENCE = { tag: 0.9, mobile: 0.6 };

/** Converts a map's place to a company as a site visit would return it: numbers as digits with country code. */
export function toSiteCompany(place: Place): SiteCompany {
  const evidence: SiteCompany["evidence"] = {};
  const addField = <T>(
    field: SiteField,
    value: T | null,
    confidence = CONFIDENCE.tag,
  ): T | null => {
    if (value !== null) evidence[field] = { url: place.url, method: "map", confidence };
    return value;
  };
  const phone = place.phone ? readPhoneNumber(place.phone) : null;
  // Businesses without a website often give their WhatsApp link instead.
  const chat = place.website && findWhatsappNumber(place.website) !== null ? place.website : null;
  const declared = [place.whatsapp, chat].flatMap(
    (each) => (each && readWhatsappDigits(each)) || [],
  )[0];
  // In Brazil a business's mobile number usually has WhatsApp.
  const mobile = phone && isMobile(phone) ? phone : place.mobile && readPhoneNumber(place.mobile);
  const assumed = mobile ? toDigits(mobile) : null;
  return {
    name: addField("name", place.name) ?? "",
    whatsapp: declared
      ? addField("whatsapp", declared)
      : addField("whatsapp", assumed, CONFIDENCE.mobile),
    phone: addField("phone", phone && toDigits(phone)),
    email: addField(
      "email",
      place.email && normalizeEmail(place.email.replace(/^mailto:/i, ""), null),
    ),
    cnpj: addField("cnpj", normalizeCnpj(place.cnpj)),
    address: addField("address", place.address),
    profiles: [],
    evidence,
  };
}

/** Merges both: name and address come from the map, other fields from the company's own site if present there. */
export function mergeSiteData(onMap: SiteCompany, onSite: SiteCompany): SiteCompany {
  const { profiles } = onSite;
  const joined: SiteCompany = { ...onMap, profiles, evidence: { ...onMap.evidence } };
  for (const field of ["whatsapp", "phone", "email", "cnpj"] as const) {
    if (onSite[field] === null) continue;
    joined[field] = onSite[field];
    const evidence = onSite.evidence[field];
    if (evidence) joined.evidence[field] = evidence;
  }
  if (joined.address === null && onSite.address !== null) {
    joined.address = onSite.address;
    if (onSite.evidence.address) joined.evidence.address = onSite.evidence.address;
  }
  // Different numbers and e-mails on the map are other ways to reach the company.
  const { phones = [], emails = [] } = onSite.others ?? {};
  const onMapToo = [onMap.whatsapp, onMap.phone].flatMap((number) => number ?? []);
  return { ...joined, others: { phones: [...phones, ...onMapToo], emails } };
}

/** Reads a number or a wa.me address. */
function readWhatsappDigits(written: string): string | null {
  const number = readPhoneNumber(written);
  return number && toDigits(number);
}

function toDigits(number: PhoneNumber): string | null {
  return completeDigits(number, null);
}
