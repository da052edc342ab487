import { normalizeText } from "./page-reading.rule";

export interface Organization {
  name: string | null;
  legalName: string | null;
  taxId: string | null;
  emails: string[];
  telephones: { number: string; isWhatsapp: boolean }[];
  addresses: PostalAddress[];
  /** Its pages elsewhere. */
  profiles: string[];
  /** A department or a shop of the company that describes it. */
  isPart: boolean;
}

export interface PostalAddress {
  street: string | null;
  locality: string | null;
  region: string | null;
  postalCode: string | null;
}

type Node = Record<string, unknown>;

const MAX_NODES = 2_000;
const MAX_DEPTH = 12;
const MAX_VALUES = 50;
const MAX_ADDRESSES = 5;
/** An organization under these properties is another one: a product's maker, a review's author. */
const OTHERS = new Set(
  "brand manufacturer review reviews author creator memberOf member sponsor funder customer worksFor alumniOf parentOrganization itemReviewed employee founder".split(
    " ",
  ),
);
/** Under these properties are places where a company works, was founded or meets people, even if fully described. */
const PLACES = new Set(
  "areaServed serviceArea eligibleRegion ineligibleRegion containedInPlace containsPlace contentLocation spatialCoverage spatial locationCreated foundingLocation birthPlace deathPlace homeLocation workLocation jobLocation fromLocation toLocation itinerary touristAttraction event events subEvent superEvent mentions".split(
    " ",
  ),
);
const PARTS = new Set(["department", "subOrganization"]);
const NO_BUSINESS =
  /^(?:WebSite|WebPage|.*Page|BreadcrumbList|ItemList|ListItem|Person|.*Article|.*Posting|Product|Offer|AggregateOffer|ImageObject|VideoObject|SearchAction|.*Action|Event|Review|Rating|AggregateRating|Question|Answer|PostalAddress|ContactPoint|Geo(?:Coordinates|Shape|Circle)|DefinedRegion|OpeningHoursSpecification|Service|Recipe|EntryPoint|PropertyValue|Country|City|State|AdministrativeArea|CreativeWork|Menu.*|Blog|SiteNavigationElement|WPHeader|WPFooter)$/;
/** Somebody holds an event somewhere: usually not the company that announces it. */
const EVENT = /Event$/;
const BUSINESS =
  /Organization|Business|Corporation|Store|Shop|Restaurant|Company|Repair|Salon|Clinic|Dentist|Physician|Dealer|Attorney|Notary|Contractor|Electrician|Plumber|Locksmith|HousePainter|Agent|Agency|Bakery|Brewery|Cafe|Hotel|Motel|Hostel|Resort|Lodging|BedAndBreakfast|Gym|HealthClub|Spa$|VeterinaryCare|Pharmacy|Optician|School|Preschool|Center|AccountingService|LegalService|FinancialService|DryCleaning|ChildCare|Florist|Winery|AutoWash|AutoRental|AutoBodyShop|AutoPartsStore|DaySpa|MovingCompany/;

/** The start of an HTML comment or of a CDATA section, itself in a script comment or not. */
const WRAPPER = /^(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?)/;

/** Parses one script, repairing common mistakes if necessary. Returns an empty list when it cannot be parsed. */
export function parseJsonLd(script: string): unknown[] {
  const source = script.trim().replace(WRAPPER, "").trim();
  for (const text of [source, repairJson(source)]) {
    try {
      return [JSON.parse(text)];
    } catch {
      // Try again, repaired.
    }
  }
  return [];
}

/** Removes extra commas, line breaks inside strings and anything after the last bracket. */
function repairJson(source: string): string {
  const end = Math.max(source.lastIndexOf("}"), source.lastIndexOf("]"));
  return source
    .slice(0, end + 1)
    .replace(/\p{Cc}+/gu, " ")
    .replace(/,(?:\s*,)+/g, ",")
    .replace(/,\s*([}\]])/g, "$1")
    .replace(/([{[])\s*,/g, "$1");
}

/** Organizations the page describes as its own, the most complete first. */
export function findOrganizations(documents: readonly unknown[]): Organization[] {
  const found: { node: Node; weight: number; isPart: boolean }[] = [];
  const byId = new Map<string, Node>();
  let seen = 0;
  const walk = (value: unknown, depth: number, isPart: boolean) => {
    if (depth > MAX_DEPTH || seen >= MAX_NODES) return;
    if (Array.isArray(value)) {
      for (const each of value) walk(each, depth + 1, isPart);
      return;
    }
    if (!isNode(value)) return;
    seen += 1;
    const id = value["@id"];
    if (typeof id === "string" && Object.keys(value).length > 1) byId.set(id, value);
    if (typesOf(value).some((type) => EVENT.test(type))) return;
    const weight = getWeight(value);
    if (weight > 0) found.push({ node: value, weight: weight - depth / 100, isPart });
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== "object" || OTHERS.has(key) || PLACES.has(key)) continue;
      walk(inner, depth + 1, isPart || PARTS.has(key));
    }
  };
  walk(documents, 0, false);
  return found
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, 10)
    .map(({ node, isPart }) => toOrganization(node, byId, isPart));
}

/** Where else the company says that it is found. */
export function findProfileAddresses(
  documents: readonly unknown[],
  marked: readonly string[] = [],
): string[] {
  const described = findOrganizations(documents).flatMap(({ isPart, profiles }) =>
    isPart ? [] : profiles,
  );
  return [...described, ...marked].slice(0, MAX_VALUES);
}

/** What the pages call their site, at the top of a document or of its graph. */
export function findSiteNames(documents: readonly unknown[]): string[] {
  return documents
    .flatMap(toList)
    .flatMap((each) => (isNode(each) && Array.isArray(each["@graph"]) ? each["@graph"] : [each]))
    .slice(0, MAX_VALUES)
    .filter(isNode)
    .filter((node) => toList(node["@type"]).includes("WebSite"))
    .flatMap(({ name }) => textOf(name) ?? []);
}

function getWeight(node: Node): number {
  const types = typesOf(node);
  if (types.length === 0) return 0;
  const isNamed = types.some((type) => BUSINESS.test(type));
  if (!isNamed && types.every((type) => NO_BUSINESS.test(type))) return 0;
  const filled = [
    "name",
    "telephone",
    "address",
    "email",
    "contactPoint",
    "taxID",
    "vatID",
    "geo",
    "openingHours",
    "priceRange",
    "legalName",
  ].filter((key) => node[key] !== undefined && node[key] !== "").length;
  // Unknown types are accepted too: schema.org has two hundred kinds of business.
  const isReachable = Boolean(node["name"] && node["telephone"]);
  // A place is described as fully as a company; only one with a telephone is a company's.
  const isDescribed = filled >= 3 && !types.includes("Place");
  return isNamed || isReachable || isDescribed ? 1 + filled : 0;
}

function typesOf(node: Node): string[] {
  return toList(node["@type"]).filter((type) => typeof type === "string");
}

function toOrganization(
  node: Node,
  byId: ReadonlyMap<string, Node>,
  isPart: boolean,
): Organization {
  const resolve = (value: unknown): unknown =>
    isNode(value) && typeof value["@id"] === "string" ? (byId.get(value["@id"]) ?? value) : value;
  const points = takeFirst(node.contactPoint).map(resolve).filter(isNode);
  return {
    name: textOf(node.name),
    legalName: textOf(node.legalName),
    taxId: textOf(node.taxID) ?? textOf(node.vatID) ?? identifierOf(node.identifier),
    emails: [node, ...points].flatMap(({ email }) =>
      takeFirst(email).flatMap((each) => textOf(each) ?? []),
    ),
    telephones: [
      ...takeFirst(node.telephone).flatMap((each) => telephone(textOf(each), false)),
      ...points.flatMap((point) => {
        const isWhatsapp = /whats|zap|wa\.me/i.test(
          `${textOf(point.contactType) ?? ""} ${textOf(point.url) ?? ""} ${textOf(point.name) ?? ""}`,
        );
        return takeFirst(point.telephone).flatMap((each) => telephone(textOf(each), isWhatsapp));
      }),
    ],
    addresses: [...toList(node.address), ...placesOf(node).map(({ address }) => address)]
      .slice(0, MAX_ADDRESSES)
      .flatMap((each) => addressOf(resolve(each)) ?? []),
    profiles: takeFirst(node["sameAs"]).flatMap((each) => textOf(each) ?? []),
    isPart,
  };
}

/** A company has a few of each; more are an attack or a directory. */
function takeFirst(value: unknown): unknown[] {
  return toList(value).slice(0, MAX_VALUES);
}

function telephone(number: string | null, isWhatsapp: boolean) {
  return number === null ? [] : [{ number, isWhatsapp }];
}

function identifierOf(value: unknown): string | null {
  for (const each of toList(value)) {
    if (isNode(each) && /cnpj|tax/i.test(`${each.propertyID ?? ""} ${each.name ?? ""}`)) {
      return textOf(each.value);
    }
  }
  return null;
}

/** schema.org also has a company's address under the place where it is. */
function placesOf(node: Node): Node[] {
  return toList(node.location).filter(isNode);
}

function addressOf(value: unknown): PostalAddress | null {
  if (!isNode(value)) {
    const street = textOf(value);
    return street === null ? null : { street, locality: null, region: null, postalCode: null };
  }
  return {
    street: textOf(value.streetAddress),
    locality: textOf(value.addressLocality),
    region: textOf(value.addressRegion),
    postalCode: textOf(value.postalCode),
  };
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toList(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function textOf(value: unknown): string | null {
  const first = toList(value)[0];
  if (typeof first === "number") return String(first);
  if (isNode(first)) return textOf(first["@value"] ?? null);
  if (typeof first !== "string") return null;
  return normalizeText(decodeEntities(first)).trim() || null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
  lt: "<",
  gt: ">",
  ndash: "–",
};

/** Some editors put HTML entities into JSON. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|([a-z]{2,5}));/gi, (whole, code, name) => {
    if (code !== undefined)
      return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole;
    return ENTITIES[String(name).toLowerCase()] ?? whole;
  });
}
