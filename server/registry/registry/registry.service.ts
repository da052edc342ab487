import type * as contract from "@/lib/contracts/registry/registry";
import type { Activity, RegistryCounts, RegistryFilter } from "@/lib/contracts/registry/registry";
import type { Input } from "@/lib/contracts/shared/endpoint";
import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { foldName } from "@/lib/domain/registry/registry-name";
import { REGISTRY_MAX_COUNTED } from "@/lib/domain/registry/registry-search";
import { AppError } from "@/lib/errors";
import { findLeadsByKeys } from "@/server/leads/leads/found-leads.service";
import type { Actor } from "@/server/platform/actor";
import { findLeadsToAskAbout } from "@/server/registry/lead-questions/lead-questions.service";
import { showsPartners } from "@/server/registry/partner-choice/partner-choice.service";
import {
  type KnownLead,
  toCnae,
  toRegistryCompany,
  toRegistryCompanyDetails,
} from "./registry.mapper";
import { findsNothing, toRegistrySearch } from "./registry-filter.service";
import {
  getMunicipalityName,
  getMunicipalityUf,
  getRelease,
  type Release,
} from "./registry-lookups.service";
import { choosePlan } from "./registry-plan.service";
import type { EstablishmentRow } from "./registry-search.repository";
import * as repository from "./registry-search.repository";

type Query = Input<typeof contract.registry.search>["query"];

/**
 * One page of the companies that match. Pages by number reach the first 1,000; `after` continues from any page.
 * @throws AppError invalid_input for a cursor of another month
 */
export async function searchRegistry(actor: Actor, query: Query) {
  const release = await getRelease();
  const { page, per_page } = query;
  const search = toRegistrySearch(query);
  if (!release || findsNothing(search)) return toEmptyPage(query, release);
  const after = query.after === undefined ? null : readCursor(query.after, release);
  const limit = after === null ? REGISTRY_MAX_COUNTED + 1 : per_page + 1;
  const offset = after === null ? (page - 1) * per_page : 0;
  const plan = choosePlan(search, release, limit);
  const found = await repository.findPage(
    search,
    { plan, after: after ?? 0, limit },
    { offset, limit: Math.min(per_page, Math.max(0, REGISTRY_MAX_COUNTED - offset)) },
  );
  const total = Math.min(found.total, REGISTRY_MAX_COUNTED);
  const last = found.establishments.at(-1);
  const hasMore = last !== undefined && found.total > offset + found.establishments.length;
  return {
    results: await toCompanies(actor, found.establishments, release),
    pagination: {
      page,
      per_page,
      total: after === null ? total : null,
      total_pages: after === null ? Math.ceil(total / per_page) : null,
      total_is_capped: after === null && found.total > total,
      next: hasMore ? `${release.import_id}.${last.id}` : null,
    },
    release: toRelease(release),
  };
}

function toEmptyPage({ page, per_page }: Query, release: Release | null) {
  return {
    results: [],
    pagination: {
      page,
      per_page,
      total: 0,
      total_pages: 0,
      total_is_capped: false,
      next: null,
    },
    release: release && toRelease(release),
  };
}

function toRelease({ month, establishments, served_at }: Release) {
  return { month, establishments, imported_at: served_at.toISOString() };
}

/** @throws AppError invalid_input */
function readCursor(cursor: string, release: Release): number {
  const [importId, id] = cursor.split(".").map(Number);
  if (importId !== release.import_id || id === undefined || id > 2_147_483_646) {
    throw new AppError("invalid_input", "", {
      fields: { after: "A base da Receita mudou. Busque de novo." },
    });
  }
  return id;
}

async function toCompanies(actor: Actor, rows: EstablishmentRow[], release: Release) {
  const knowLead = await findKnownLeads(actor, rows);
  return rows.map((row) => toRegistryCompany(row, knowLead(row), release));
}

/** Returns the account's leads of each of these companies. */
async function findKnownLeads(
  actor: Actor,
  rows: readonly EstablishmentRow[],
): Promise<(row: EstablishmentRow) => KnownLead> {
  const cnpjs = rows.map(({ cnpj }) => cnpj);
  const [holders, toAskAbout] =
    rows.length === 0
      ? [[], new Map()]
      : await Promise.all([
          findLeadsByKeys(actor, { cnpjs, phoneKeys: [] }),
          findLeadsToAskAbout(
            actor,
            rows.map(({ cnpj, phone1, phone2 }) => ({
              cnpj,
              phones: [phone1, phone2].filter((phone) => phone !== null),
            })),
          ),
        ]);
  const leads = new Map(holders.map(({ id, cnpj }) => [cnpj, id]));
  return ({ cnpj }) => {
    const lead_id = leads.get(cnpj) ?? null;
    return { lead_id, lead_by_phone: lead_id === null ? (toAskAbout.get(cnpj) ?? null) : null };
  };
}

/** @throws AppError invalid_input for an invalid CNPJ; not_found */
export async function getRegistryCompany(actor: Actor, written: string) {
  const cnpj = normalizeCnpj(written);
  if (cnpj === null) {
    throw new AppError("invalid_input", "", { fields: { cnpj: "CNPJ inválido." } });
  }
  const release = await getRelease();
  if (!release) {
    throw new AppError("not_found", "A base da Receita ainda não foi importada nesta instalação.");
  }
  const [[row], mostra_socios] = await Promise.all([
    repository.findByCnpjs([cnpj]),
    showsPartners(),
  ]);
  if (!row) throw new AppError("not_found", "CNPJ não encontrado na base da Receita.");
  const knowLead = await findKnownLeads(actor, [row]);
  const details = toRegistryCompanyDetails(row, knowLead(row), release);
  return { company: { ...details, mostra_socios } };
}

const MAX_ACTIVITIES = 30;

/** Activities whose code begins with `search`, or whose description has words that begin with its words. */
export async function listActivities(search: string): Promise<{ activities: Activity[] }> {
  const release = await getRelease();
  const digits = search.replace(/[.\-/\s]/g, "");
  const words = foldName(search).split(" ").filter(Boolean);
  const isCode = /^\d+$/.test(digits);
  const found = (release?.activities ?? []).filter(({ code, folded }) =>
    isCode
      ? toCnae(code)?.startsWith(digits)
      : words.every((word) => folded.startsWith(word) || folded.includes(` ${word}`)),
  );
  return {
    activities: found.slice(0, MAX_ACTIVITIES).map(({ code, label }) => ({
      codigo: toCnae(code) ?? "",
      descricao: label,
    })),
  };
}

/** Counting stops here: a search for all of Brazil does not wait for an exact count. */
const MAX_GROUPED = 50_000;
const MAX_GROUPS = 10;

/** Where the companies of a search are, by city and by activity. */
export async function countRegistry(filter: RegistryFilter): Promise<RegistryCounts> {
  const release = await getRelease();
  const search = toRegistrySearch(filter);
  if (!release || findsNothing(search)) {
    return { cidades: [], atividades: [], counted: 0, complete: true };
  }
  const limit = MAX_GROUPED + 1;
  const plan = choosePlan(search, release, limit);
  const counts = await repository.countMatches(search, { plan, after: 0, limit }, MAX_GROUPS);
  const counted = counts.find(({ kind }) => kind === "all")?.count ?? 0;
  return {
    cidades: counts.flatMap(({ kind, code, count }) =>
      kind === "city" && code !== null ? [toCityCount(code, count)] : [],
    ),
    atividades: counts.flatMap(({ kind, code, count }) =>
      kind === "activity" && code !== null
        ? [
            {
              codigo: toCnae(code) ?? "",
              nome: release.label("activity", code) ?? "",
              total: count,
            },
          ]
        : [],
    ),
    counted,
    complete: counted < limit,
  };
}

function toCityCount(code: number, total: number) {
  const nome = `${getMunicipalityName(code)}/${getMunicipalityUf(code)}`;
  return { codigo: String(code), nome, total };
}

/** The CNPJs of the first matches, in the order of the search. */
export async function findMatchingCnpjs(filter: RegistryFilter, limit: number): Promise<string[]> {
  const release = await getRelease();
  const search = toRegistrySearch(filter);
  if (!release || findsNothing(search)) return [];
  return repository.findCnpjs(search, {
    plan: choosePlan(search, release, limit),
    after: 0,
    limit,
  });
}
