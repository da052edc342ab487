/**
 * Pages of invented companies, in the style of Brazilian small businesses, each with its true data in its first line. They
 * contain the traps of real pages that misled the extraction, in other words and places.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toAddressKey } from "@/server/discovery/extraction/addresses.rule";
import { toNameKey } from "@/server/discovery/extraction/name-spelling.rule";
import { analyzePage } from "@/server/discovery/extraction/page-analysis.rule";
import { keepFirstOfEachNetwork } from "@/server/discovery/extraction/profile-links.rule";
import { findOnSite } from "@/server/discovery/extraction/site-findings.rule";

const FOLDER = join(import.meta.dirname, "pages");
const FIELDS = [
  "name",
  "phone",
  "whatsapp",
  "email",
  "cnpj",
  "address",
  "town",
  "profiles",
] as const;

type Field = (typeof FIELDS)[number];
type Truth = Record<Exclude<Field, "profiles" | "town">, string | null> & {
  url: string;
  profiles: string[];
};
export interface PageScore {
  field: Field;
  right: number;
  precision: number;
  recall: number;
}

/** Precision and recall of every field over all pages, and what was wrong. */
export function scoreInventedPages(): { scores: PageScore[]; misses: string[] } {
  const misses: string[] = [];
  const counts = new Map(FIELDS.map((field) => [field, { right: 0, found: 0, expected: 0 }]));
  for (const file of readdirSync(FOLDER)) {
    const html = readFileSync(join(FOLDER, file), "utf8");
    const truth: Truth = JSON.parse(/^<!-- (\{.*\}) -->/.exec(html)?.[1] ?? "");
    const found = readCompany(truth.url, html);
    const expected = { ...truth, town: findLastTown(truth.address) };
    const foundTown =
      expected.town && found.address?.includes(expected.town) ? expected.town : null;
    for (const field of FIELDS) {
      const count = counts.get(field);
      if (count === undefined) continue;
      const wanted = toKeys(field, expected[field]);
      const got = toKeys(field, field === "town" ? foundTown : found[field]);
      const right = got.filter((key) => wanted.includes(key)).length;
      count.right += right;
      count.found += got.length;
      count.expected += wanted.length;
      if (right < got.length || right < wanted.length) {
        misses.push(`${field} ${file}: ${got.join(" ")} for ${wanted.join(" ")}`);
      }
    }
  }
  const ratio = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
  const scores = [...counts].map(([field, { right, found, expected }]) => ({
    field,
    right,
    precision: ratio(right, found),
    recall: ratio(right, expected),
  }));
  return { scores, misses };
}

function readCompany(
  url: string,
  html: string,
): Record<Exclude<Field, "town">, string | string[] | null> & { address: string | null } {
  const page = analyzePage(url, html);
  const { name, phone, whatsapp, email, cnpj, address } = findOnSite([page], "");
  return {
    name: name.value,
    phone: phone?.value ?? null,
    whatsapp: whatsapp?.value ?? null,
    email: email?.value ?? null,
    cnpj: cnpj?.value ?? null,
    address: address?.value ?? null,
    profiles: keepFirstOfEachNetwork(page.profiles).map((profile) => profile.url),
  };
}

/** The town before the state: "Campinas" of "…, Cambuí, Campinas - SP". */
function findLastTown(address: string | null): string | null {
  return /([\p{L} ']{3,40}) ?[-/] ?[A-Z]{2}(?![\p{L}])/u.exec(address ?? "")?.[1]?.trim() ?? null;
}

function toKeys(field: Field, value: string | string[] | null): string[] {
  if (value === null) return [];
  if (typeof value !== "string") return value.map((url) => toProfileKey(url));
  if (field === "name") return [toNameKey(value)];
  return [field === "address" ? toAddressKey(value) : value];
}

function toProfileKey(url: string): string {
  return url.toLowerCase().replace("//www.", "//").replace(/\/$/, "");
}
