import type { ImportMode } from "@/lib/domain/imports/import-file";
import type { ImportedLead } from "./import-row.rule";

/** The keys of a lead in the database. */
export interface ExistingLead {
  id: number;
  cnpj: string | null;
  phone_key: string | null;
  /** The key of another of its contacts, whose number was looked up. */
  contact_key?: string | null;
}

export type LeadUpdate = Partial<ImportedLead> & { id: number };

export interface BatchPlan {
  create: ImportedLead[];
  update: LeadUpdate[];
  /** Existing leads that the rows match. */
  existingIds: number[];
  /** Rows that match an existing lead or an earlier row. */
  existingCount: number;
}

interface Known {
  /** Null for a lead from the file itself. */
  id: number | null;
  cnpj: string | null;
  key: string | null;
  /** The values to insert, while its batch is being planned. */
  lead: ImportedLead | null;
}

/**
 * Decides row by row what is new, by the rule for duplicates: same CNPJ; or same WhatsApp number without a different
 * CNPJ. Two companies with different CNPJs and one number are two leads, the second with the number as `phone` only.
 * A dry run uses one planner for the whole file; an import uses one per batch, since earlier batches are in the
 * database.
 */
export function createImportPlanner(mode: ImportMode) {
  const byCnpj = new Map<string, Known | null>();
  const byKey = new Map<string, Known | null>();
  const byId = new Map<number, Known>();

  return {
    /** The CNPJs and numbers to look up in the database before `plan`. */
    listUnknownKeys(leads: readonly ImportedLead[]) {
      const cnpjs = new Set<string>();
      const keys = new Set<string>();
      for (const { cnpj, phone_key: key } of leads) {
        if (cnpj && !byCnpj.has(cnpj)) cnpjs.add(cnpj);
        if (key && !byKey.has(key)) keys.add(key);
      }
      return { cnpjs: [...cnpjs], keys: [...keys] };
    },

    /** Adds the existing leads with those CNPJs or numbers. */
    addExisting(existing: readonly ExistingLead[]) {
      for (const { id, cnpj, phone_key: key } of existing) {
        if (byId.has(id)) continue;
        const known: Known = { id, cnpj, key, lead: null };
        byId.set(id, known);
        if (cnpj && !byCnpj.has(cnpj)) byCnpj.set(cnpj, known);
        if (key && !byKey.has(key)) byKey.set(key, known);
      }
      // A lead whose main contact has the number comes first.
      for (const { id, contact_key: key } of existing) {
        const known = byId.get(id);
        if (key && known && !byKey.has(key)) byKey.set(key, known);
      }
    },

    plan(leads: readonly ImportedLead[]): BatchPlan {
      const fresh: Known[] = [];
      const updates = new Map<number, LeadUpdate>();
      const existingIds = new Set<number>();
      let existingCount = 0;
      for (const lead of leads) {
        const match = findMatch(lead);
        if (!match) {
          fresh.push(remember(lead));
          continue;
        }
        existingCount += 1;
        if (match.id !== null) existingIds.add(match.id);
        if (mode === "update") merge(match, lead, updates);
      }
      const create = fresh.flatMap((known) => known.lead ?? []);
      // A dry run must keep the keys of 100,000 rows, but not the rows.
      for (const known of fresh) known.lead = null;
      return {
        create,
        update: [...updates.values()],
        existingIds: [...existingIds],
        existingCount,
      };
    },
  };

  function findMatch(lead: ImportedLead): Known | null {
    const same = lead.cnpj ? byCnpj.get(lead.cnpj) : null;
    if (same) return same;
    const holder = lead.phone_key ? byKey.get(lead.phone_key) : null;
    return holder && !differ(holder.cnpj, lead.cnpj) ? holder : null;
  }

  function remember(lead: ImportedLead): Known {
    const holder = lead.phone_key === null ? null : byKey.get(lead.phone_key);
    // A number that is another contact's may be one lead's main one.
    const shared = holder?.key === lead.phone_key && lead.phone_key !== null;
    const kept = shared ? giveUpNumber(lead) : { ...lead };
    const known: Known = { id: null, cnpj: kept.cnpj, key: kept.phone_key, lead: kept };
    if (known.cnpj) byCnpj.set(known.cnpj, known);
    if (known.key) byKey.set(known.key, known);
    return known;
  }

  /** Values in the file overwrite existing ones; missing values leave them unchanged. */
  function merge(match: Known, lead: ImportedLead, updates: Map<number, LeadUpdate>) {
    const { whatsapp, phone_key: key, named, name, own, ...rest } = lead;
    const changes: Partial<ImportedLead> = Object.fromEntries(
      Object.entries(rest).filter(([, value]) => value !== null),
    );
    if (named) changes.name = name;
    const before = match.lead ?? updates.get(match.id ?? 0);
    if (own) changes.own = new Map([...(before?.own ?? []), ...own]);
    if (changes.contacts) changes.contacts = [...(before?.contacts ?? []), ...changes.contacts];
    if (key && key !== match.key) {
      const holder = byKey.get(key);
      if (holder && holder !== match) Object.assign(changes, keepNumber(changes, whatsapp));
      else if (!holder) {
        if (match.key) byKey.set(match.key, null);
        byKey.set(key, match);
        match.key = key;
        Object.assign(changes, { whatsapp, phone_key: key });
      }
    }
    if (lead.cnpj && match.cnpj === null) {
      match.cnpj = lead.cnpj;
      byCnpj.set(lead.cnpj, match);
    }
    if (match.lead) Object.assign(match.lead, changes, match.lead.named ? {} : { named });
    else if (match.id !== null) {
      updates.set(match.id, { ...updates.get(match.id), ...changes, id: match.id });
    }
  }
}

function differ(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}

/** Two companies have one number: the second has it as its telephone, or as another contact's where it has one. */
function giveUpNumber(lead: ImportedLead): ImportedLead {
  return { ...lead, ...keepNumber(lead, lead.whatsapp), whatsapp: null, phone_key: null };
}

function keepNumber(
  { phone, contacts = [] }: Partial<ImportedLead>,
  number: string | null,
): Partial<ImportedLead> {
  if (!phone || number === null) return { phone: phone ?? number };
  const contact = { name: null, role: null, phone: number, whatsapp: null, phone_key: null };
  return { phone, contacts: [...contacts, { ...contact, email: null }] };
}
