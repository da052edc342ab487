import { type CompanyKeys, KnownCompanies } from "@/lib/domain/companies/known-companies";
import type { SiteCheck } from "@/lib/domain/companies/site-verdict";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import {
  addFoundContacts,
  toFoundContacts,
} from "@/server/leads/lead-contacts/lead-contacts.service";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { findErasedOf } from "@/server/platform/erased-keys/erased-keys.service";
import { findKeyHolders, type KeyHolder } from "./found-leads.repository";
import { insertLeads, type NewLead } from "./leads.repository";

export interface FoundCompany {
  name: string;
  source: string;
  website: string | null;
  /** The host that identifies the company; null when the site is not its own. */
  siteHost: string | null;
  whatsapp: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  cnpj: string | null;
  cnae?: string | null;
  proprietario?: string | null;
  search_remark?: string | null;
  /** What a visit to its own site found. */
  site_check?: SiteCheck | null;
  /** Per field: source URL, method, confidence. */
  evidence: object;
  /** Its social network profiles. */
  profiles: { network: string; url: string }[];
  /** Other ways to reach it than the fields above. */
  others?: { phones: readonly string[]; emails: readonly string[] } | undefined;
}

/** The leads in sight that may be a company with one of these keys. */
export function findLeadsByKeys(
  reader: Pick<Reader, "ownerId" | "sight">,
  keys: { cnpjs: string[]; phoneKeys: string[] },
): Promise<KeyHolder[]> {
  return findKeyHolders(reader, { ...keys, siteHosts: [] });
}

/** The leads that have one of these numbers for a contact besides their main one, by number. */
export async function findContactHolders(
  ownerId: OwnerId,
  phoneKeys: readonly string[],
): Promise<Map<string, number>> {
  const holders = await findKeyHolders(
    { ownerId, sight: null },
    {
      cnpjs: [],
      siteHosts: [],
      phoneKeys: [...phoneKeys],
    },
  );
  const main = new Set(holders.filter((each) => !each.contactKey).map(({ phoneKey }) => phoneKey));
  return new Map(
    holders.flatMap(({ id, contactKey }) =>
      contactKey === null || main.has(contactKey) ? [] : [[contactKey, id] as const],
    ),
  );
}

export interface SavedCompany {
  leadId: number;
  created: boolean;
  /** Whether the company can be reached, see `isReachable`. */
  reachable: boolean;
}

/** How many leads may be created: in total, and of companies that can be reached. */
export interface CreationLimits {
  all: number;
  reachable: number;
}

/** Those of the companies that an erased person is known by. */
export async function findErasedCompanies(
  ownerId: OwnerId,
  companies: readonly FoundCompany[],
): Promise<ReadonlySet<FoundCompany>> {
  const known = companies.map((company) => ({
    company,
    phone_key: getPhoneKey(company.whatsapp),
    phone: company.phone,
    email: company.email,
    cnpj: company.cnpj,
  }));
  return new Set([...(await findErasedOf(ownerId, known))].map(({ company }) => company));
}

/** Whether a number or an e-mail address of the company is known. */
function isReachable({ whatsapp, phone, email, others }: FoundCompany): boolean {
  const { phones = [], emails = [] } = others ?? {};
  return [whatsapp, phone, email, ...phones, ...emails].some((each) => each !== null);
}

/**
 * How often other writers may insert some of a group's companies first; after each round those are found as existing
 * leads.
 */
const MAX_ROUNDS = 10;

/**
 * Saves the companies that a search found as the owner's leads, without duplicates, creating at most `limits` of them,
 * in order. Call inside the transaction that charges for the created ones. Returns each company's lead, or null when
 * the limit was reached or the company contains an erased person. A number that a company with another CNPJ already has
 * is stored as `phone` only.
 */
export async function saveFoundCompanies(
  ownerId: OwnerId,
  companies: readonly FoundCompany[],
  limits: CreationLimits,
): Promise<(SavedCompany | null)[]> {
  const kept: (SavedCompany | null)[] = companies.map(() => null);
  const erased = await findErasedCompanies(ownerId, companies);
  let open = companies.flatMap((company, place) =>
    erased.has(company) ? [] : [{ place, company, keys: getKeys(company) }],
  );
  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round += 1) {
    const created = kept.flatMap((each) => (each?.created ? each : []));
    const plan = planLeads(await loadKnownCompanies(ownerId, open), open, {
      all: limits.all - created.length,
      reachable: limits.reachable - created.filter(({ reachable }) => reachable).length,
    });
    const ids = await insertLeads(
      ownerId,
      plan.create.map(({ lead }) => lead),
    );
    for (const [index, { place, reachable }] of plan.create.entries()) {
      const leadId = ids[index];
      if (leadId) kept[place] = { leadId, created: true, reachable };
    }
    for (const { place, is, reachable } of plan.same) {
      const leadId = typeof is === "number" ? is : kept[is.place]?.leadId;
      if (leadId) kept[place] = { leadId, created: false, reachable };
    }
    await addFoundContacts(
      ownerId,
      plan.create.flatMap(({ place }, index) => {
        const [others, leadId] = [companies[place]?.others, ids[index]];
        return others && leadId ? toFoundContacts(leadId, others) : [];
      }),
      "search",
    );
    if (ids.every(Boolean)) return kept;
    // Another writer inserted one of them since the lookup: the next round finds it, and frees a place under the
    // limit.
    open = open.filter(({ place }) => kept[place] === null);
  }
  if (open.length > 0) throw new Error("Leads were refused as duplicates of none.");
  return kept;
}

interface PendingCompany {
  place: number;
  company: FoundCompany;
  keys: CompanyKeys;
}

/** An existing lead's id, the index of another company in the group, or over the limit. */
type Identity = number | { place: number } | "left out";

async function loadKnownCompanies(
  ownerId: OwnerId,
  open: readonly PendingCompany[],
): Promise<KnownCompanies<Identity>> {
  const known = new KnownCompanies<Identity>();
  const holders = await findKeyHolders(
    { ownerId, sight: null },
    {
      cnpjs: open.flatMap(({ keys }) => keys.cnpj ?? []),
      phoneKeys: open.flatMap(({ keys }) => keys.phoneKey ?? []),
      siteHosts: open.flatMap(({ keys }) => keys.siteHost ?? []),
    },
  );
  for (const { id, contactKey: _, ...keys } of holders) known.add(keys, id);
  for (const { id, cnpj, contactKey: phoneKey } of holders) {
    if (phoneKey) known.add({ cnpj, phoneKey, siteHost: null }, id);
  }
  return known;
}

function planLeads(
  known: KnownCompanies<Identity>,
  open: readonly PendingCompany[],
  limits: CreationLimits,
) {
  const create: { place: number; reachable: boolean; lead: NewLead }[] = [];
  const same: { place: number; reachable: boolean; is: number | { place: number } }[] = [];
  let createdReachable = 0;
  for (const { place, company, keys } of open) {
    const is = known.find(keys);
    const reachable = isReachable(company);
    if (is === "left out") continue;
    if (is !== null) {
      same.push({ place, reachable, is });
      continue;
    }
    if (create.length >= limits.all || (reachable && createdReachable >= limits.reachable)) {
      known.add(keys, "left out");
      continue;
    }
    const shared = known.holdsNumber(keys.phoneKey);
    if (reachable) createdReachable += 1;
    create.push({ place, reachable, lead: toLead(company, shared ? null : keys.phoneKey) });
    known.add(shared ? { ...keys, phoneKey: null } : keys, { place });
  }
  return { create, same };
}

function getKeys({ cnpj, whatsapp, siteHost }: FoundCompany): CompanyKeys {
  return { cnpj, phoneKey: getPhoneKey(whatsapp), siteHost };
}

/** `key` is null when there is no number or another company has it. */
function toLead(
  { profiles, siteHost, others: _, ...company }: FoundCompany,
  key: string | null,
): NewLead {
  const isTaken = key === null && getPhoneKey(company.whatsapp) !== null;
  return {
    ...company,
    site_host: siteHost,
    evidence: { ...company.evidence, profiles },
    whatsapp: key && company.whatsapp,
    phone_key: key,
    phone: company.phone ?? (isTaken ? company.whatsapp : null),
  };
}
