import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { normalizeEmail } from "@/lib/domain/extraction/emails";
import {
  completeDigits,
  isMobile,
  type PhoneNumber,
  readPhoneNumber,
} from "@/lib/domain/extraction/phone-number";
import { whatsappNumberIn } from "@/lib/domain/extraction/whatsapp-address";
import { env } from "@/server/env";
import type { SiteCompany, SiteField } from "@/server/sites/sites.gateway";
import type { Place, PlacesGateway } from "./places.gateway";
import { googlePlaces } from "./places.google";
import { overpass } from "./places.overpass";

/** The configured map provider. */
export function places(): PlacesGateway {
  if (env.GOOGLE_MAPS_API_KEY) {
    return googlePlaces(env.GOOGLE_PLACES_URL, env.GOOGLE_MAPS_API_KEY, {
      maxCalls: env.GOOGLE_PLACES_MAX_CALLS,
    });
  }
  return overpass(env.overpassUrl);
}

/** Confidence in the map's entries: volunteers enter them, and businesses move. */
const CONFIDENCE = { tag: 0.9, mobile: 0.6 };

/** Converts a map's place to a company as a site visit would return it: numbers as digits with country code. */
export function companyOfPlace(place: Place): SiteCompany {
  const evidence: SiteCompany["evidence"] = {};
  const said = <T>(field: SiteField, value: T | null, confidence = CONFIDENCE.tag): T | null => {
    if (value !== null) evidence[field] = { url: place.url, method: "map", confidence };
    return value;
  };
  const phone = place.phone ? readPhoneNumber(place.phone) : null;
  // Businesses without a website often give their WhatsApp link instead.
  const chat = place.website && whatsappNumberIn(place.website);
  const declared = [place.whatsapp, chat].flatMap(
    (each) => (each && whatsappDigits(each)) || [],
  )[0];
  // In Brazil a business's mobile number usually has WhatsApp.
  const mobile = phone && isMobile(phone) ? phone : place.mobile && readPhoneNumber(place.mobile);
  const assumed = mobile ? digitsOf(mobile) : null;
  return {
    name: said("name", place.name) ?? "",
    whatsapp: declared ? said("whatsapp", declared) : said("whatsapp", assumed, CONFIDENCE.mobile),
    phone: said("phone", phone && digitsOf(phone)),
    email: said("email", place.email && normalizeEmail(place.email.replace(/^mailto:/i, ""), null)),
    cnpj: said("cnpj", normalizeCnpj(place.cnpj)),
    address: said("address", place.address),
    profiles: [],
    evidence,
  };
}

/** Merges both: name and address from the map, other fields from the company's own site if present there. */
export function joinSite(onMap: SiteCompany, onSite: SiteCompany): SiteCompany {
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
  return joined;
}

/** Reads a number or a wa.me address. */
function whatsappDigits(written: string): string | null {
  const number = readPhoneNumber(whatsappNumberIn(written) ?? written);
  return number && digitsOf(number);
}

function digitsOf(number: PhoneNumber): string | null {
  return completeDigits(number, null);
}
