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

/** The map this installation is configured for. */
export function places(): PlacesGateway {
  if (env.GOOGLE_MAPS_API_KEY) {
    return googlePlaces(env.GOOGLE_PLACES_URL, env.GOOGLE_MAPS_API_KEY, {
      maxCalls: env.GOOGLE_PLACES_MAX_CALLS,
    });
  }
  return overpass(env.overpassUrl);
}

/** How sure the map's own entries are: people type them, and businesses move. */
const CONFIDENCE = { tag: 0.9, mobile: 0.6 };

/** What the map says of a business, in the shape a site says it: numbers as digits with country code. */
export function companyOfPlace(place: Place): SiteCompany {
  const evidence: SiteCompany["evidence"] = {};
  const said = <T>(field: SiteField, value: T | null, confidence = CONFIDENCE.tag): T | null => {
    if (value !== null) evidence[field] = { url: place.url, method: "map", confidence };
    return value;
  };
  const phone = place.phone ? readPhoneNumber(place.phone) : null;
  // Where they have no site, businesses give their chat as one.
  const chat = place.website && whatsappNumberIn(place.website);
  const declared = [place.whatsapp, chat].flatMap(
    (each) => (each && whatsappDigits(each)) || [],
  )[0];
  // In Brazil a business's mobile number is its WhatsApp more often than not.
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

/** The map's name and address, and of the rest what the company says on its own site before what the map says. */
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

/** A number, or a wa.me address with one. */
function whatsappDigits(written: string): string | null {
  const number = readPhoneNumber(whatsappNumberIn(written) ?? written);
  return number && digitsOf(number);
}

function digitsOf(number: PhoneNumber): string | null {
  return completeDigits(number, null);
}
