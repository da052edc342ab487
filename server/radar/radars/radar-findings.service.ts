import type { z } from "zod/mini";
import type { radars } from "@/lib/contracts/radar/radars";
import type { Input } from "@/lib/contracts/shared/endpoint";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { AppError } from "@/lib/errors";
import { findLeadsOfResults } from "@/server/discovery/searches/searches.service";
import { findLeadsByKeys } from "@/server/leads/leads/found-leads.service";
import { findOptedOut } from "@/server/messaging/opt-outs/opt-outs.service";
import type { Actor, Reader } from "@/server/platform/actor";
import { findSeenNumbers } from "@/server/platform/sight/unseen.service";
import * as repository from "./radar-findings.repository";
import { toFinding } from "./radars.mapper";
import { findRadar } from "./radars.repository";

const MOST_COUNTED = 10_000;

type Page = Input<typeof radars.findings>["query"];

/** One page of a radar's findings, with the leads of its companies. @throws AppError not_found */
export async function listFindings(
  actor: Actor,
  radarId: number,
  { page, per_page, change }: Page,
): Promise<z.input<typeof radars.findings.response>> {
  const { ownerId } = actor;
  const radar = await findRadar(ownerId, radarId);
  if (!radar) throw new AppError("not_found", "Radar não encontrado.");
  const wanted = change ?? null;
  const [rows, total] = await Promise.all([
    repository.findFindings(ownerId, radarId, {
      change: wanted,
      limit: per_page,
      offset: Math.min((page - 1) * per_page, MOST_COUNTED),
    }),
    repository.countFindings(ownerId, radarId, wanted, MOST_COUNTED),
  ]);
  const isRegistry = radar.kind === "registry";
  return {
    findings: await addLeads(actor, rows, isRegistry),
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
  };
}

async function addLeads(reader: Reader, rows: repository.FindingRow[], isRegistry: boolean) {
  const keyOf = (phone: string | null) => getPhoneKey(phone);
  const [leadOf, optedOut] = await Promise.all([
    isRegistry ? findLeadsOfCompanies(reader, rows) : findLeadsOfSearches(reader, rows),
    findSeenOptedOut(
      reader,
      rows.flatMap(({ phone }) => keyOf(phone) ?? []),
    ),
  ]);
  return rows.map((row) =>
    toFinding(row, {
      isRegistry,
      leadId: leadOf(row),
      optedOut: optedOut.has(keyOf(row.phone) ?? ""),
    }),
  );
}

/** Those of the numbers that opted out, unless they are of somebody whom the reader does not see. */
async function findSeenOptedOut(reader: Reader, keys: readonly string[]) {
  const optedOut = await findOptedOut(reader.ownerId, keys);
  return new Set(reader.sight ? await findSeenNumbers(reader, [...optedOut]) : optedOut);
}

async function findLeadsOfCompanies(reader: Reader, rows: repository.FindingRow[]) {
  const cnpjs = [...new Set(rows.map(({ key }) => key))];
  const leads = await findLeadsByKeys(reader, { cnpjs, phoneKeys: [] });
  const byCnpj = new Map(leads.map(({ id, cnpj }) => [cnpj, id]));
  return ({ key }: repository.FindingRow) => byCnpj.get(key) ?? null;
}

async function findLeadsOfSearches(reader: Reader, rows: repository.FindingRow[]) {
  const results = rows.flatMap(({ search_id, key }) =>
    search_id === null ? [] : [{ searchId: search_id, key }],
  );
  const leads = await findLeadsOfResults(reader, results);
  return ({ search_id, key }: repository.FindingRow) => leads.get(`${search_id} ${key}`) ?? null;
}
