import { foldText } from "@/lib/domain/text/fold-text";
import {
  type AddressInText,
  findAddressesInText,
  isUnfilledAddress,
  joinLines,
} from "./address-text.rule";
import { findOrganizations, type PostalAddress } from "./json-ld.rule";
import { isCredit, oneLine, type PageReading } from "./page-reading.rule";
import { CEP, findState } from "./place-text.rule";
import { findAnnouncedPlaces, findUnnamedStreets } from "./unnamed-streets.rule";

export interface AddressCandidate {
  address: string;
  method: string;
  confidence: number;
}

const NUMBERED = /\d|\bs[/.]?\s?n\b/i;
const MAX_LENGTH = 220;
const MAX_FOUND = 40;

export function findAddressCandidates(page: PageReading): AddressCandidate[] {
  const found: AddressCandidate[] = [];
  const add = (written: string | null, method: string, confidence: number) => {
    const address = written && oneLine(written).slice(0, MAX_LENGTH);
    if (address && found.length < MAX_FOUND && !isUnfilledAddress(address))
      found.push({ address, method, confidence });
  };
  for (const { addresses } of findOrganizations(page.jsonLd)) {
    for (const each of addresses) add(formatAddress(each), "json-ld", 0.95 - getDoubt(each));
  }
  const property = (name: string) => page.microdata.get(name)?.[0] ?? null;
  const described = {
    street: property("streetAddress"),
    locality: property("addressLocality"),
    region: property("addressRegion"),
    postalCode: property("postalCode"),
  };
  add(formatAddress(described), "microdata", 0.92 - getDoubt(described));
  for (const written of page.addresses) {
    // The element may contain any contact.
    const [read] = findAddressesInText(written, true);
    if (read) add(read.address, "address-element", 0.85 - (read.isNumbered ? 0 : 0.2));
    else if (CEP.test(written)) add(joinLines(written.split("\n")), "address-element", 0.6);
  }
  for (const { href } of page.links) addMapAddress(href, add);
  for (const href of page.embedded) addMapAddress(href, add);
  for (const each of findAddressesInText(page.text)) {
    if (isCredit(page.text.slice(Math.max(0, each.start - 80), each.start))) continue;
    add(each.address, "text", getConfidence(each));
  }
  if (found.length === 0) {
    const unnamed = [...findUnnamedStreets(page.text), ...findAnnouncedPlaces(page.text)];
    for (const address of unnamed) add(address, "text", 0.55);
  }
  return found;
}

/** "Atendimento em domicílio", where the street belongs. */
const NO_STREET =
  /^(?:atendimento|atendemos|on-?line|a combinar|sob |consulte|n[aã]o |em tod[ao]|tod[ao] )/i;

/** "Rua X, 10 - Centro, Campinas - SP, 13010-000"; null without a street. */
function formatAddress({ street, locality, region, postalCode }: PostalAddress): string | null {
  if (!street || NO_STREET.test(street)) return null;
  const written = foldText(street);
  const add = (part: string | null) => (part && !written.includes(foldText(part)) ? part : null);
  const place = [add(locality), add(region)].filter(Boolean).join(" - ");
  return [street, place, add(postalCode)].filter(Boolean).join(", ");
}

/** A street without a number may be only a district, which another source of the page knows better. */
function getDoubt({ street, locality }: PostalAddress): number {
  if (!NUMBERED.test(street ?? "")) return 0.4;
  return locality || findState(street ?? "", 0) ? 0 : 0.05;
}

/** Less than a sure finding: another page may have it in a better form. */
function getConfidence({ proof, isNumbered, isContact }: AddressInText): number {
  const proven = { cep: 0.62, state: 0.6, number: 0.5 }[proof];
  return proven + (isContact && proof !== "number" ? 0.05 : 0) - (isNumbered ? 0 : 0.15);
}

const MAP = /^(?:https?:)?\/\/(?:www\.|maps\.)?google\.[a-z.]{2,6}\/(?:maps|.{0,200}[?&]q=)/i;
const MAP_PLACE =
  /[?&](?:q|query|daddr|destination)=([^&#]{8,300})|\/maps\/(?:place|dir\/|search)\/([^/@?#]{8,300})/i;

/** The address that a link or frame shows on a map. */
function addMapAddress(
  href: string,
  add: (address: string | null, method: string, confidence: number) => void,
) {
  if (!href.includes("google.") || !MAP.test(href)) return;
  const [, asked, shown] = MAP_PLACE.exec(href) ?? [];
  const [read] = findAddressesInText(decode(asked ?? shown ?? ""), true);
  if (read) add(read.address, "map-link", read.proof === "number" ? 0.52 : 0.6);
}

function decode(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

const STREET_WORD =
  /^(?:rua|r|avenida|av|alameda|al|travessa|trav|tv|praca|pca|rodovia|rod|estrada|estr|est)\b[.: ]{0,3}/;

/** Equal for spellings of one place: the street's name and its number, or everything where there is no number. */
export function toAddressKey(address: string): string {
  const plain = foldText(address.replace(CEP, "")).replace(STREET_WORD, "").replaceAll("|", ",");
  const [, name = plain, number = ""] =
    /^(.{2,80}?)(?:,|\bn[o.º°]{0,2}| -| )\s?(\d{1,2}\.\d{3}|\d{1,6})(?! de |\d)/.exec(plain) ?? [];
  return `${name.replace(/[^a-z]/g, "")}${number.replace(/\D/g, "")}`;
}

/** How complete an address is: 0 to 2, one each for its state and its CEP. */
export function countAddressParts(address: string): number {
  return Number(findState(address, 0) !== null) + Number(CEP.test(address));
}
