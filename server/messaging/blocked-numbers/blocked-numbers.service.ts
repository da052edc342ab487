import type { z } from "zod/mini";
import type { OptOutQuery } from "@/lib/contracts/messaging/opt-outs";
import { getSearchTerms } from "@/lib/domain/leads/lead-search";
import { OPT_OUT_SOURCE_LABEL } from "@/lib/domain/messages/opt-out-source";
import { describeRefused, toKeptNumber } from "@/lib/domain/phone/read-number";
import { type Cell, phoneCell } from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { AppError } from "@/lib/errors";
import { markLeadsOptedOut, unmarkLeadOptedOut } from "@/server/leads/leads/lead-marks.service";
import type { OptOutRow } from "@/server/messaging/opt-outs/opt-out-list.repository";
import {
  countOptOuts,
  findOptOuts,
  findOptOutsBefore,
} from "@/server/messaging/opt-outs/opt-out-list.repository";
import {
  type AnswerSettings,
  type BlockedNumber,
  blockNumbers,
  findAnswerSettings,
  setAnswerSettings,
  toOptOut,
  toShownNumber,
  unblockNumber,
} from "@/server/messaging/opt-outs/opt-outs.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import type { Sheet } from "@/server/platform/spreadsheets/download";

/** Rows that one page may skip; earlier ones are found by a search or in the export. */
const MAX_SKIPPED = 10_000;
const EXPORT_PAGE_ROWS = 2_000;

/** One page of the numbers that must never be written to. */
export async function listOptOuts(actor: Actor, query: z.output<typeof OptOutQuery>) {
  const { page, per_page, search, sort, direction } = query;
  const terms = getSearchTerms(search);
  const offset = Math.min((page - 1) * per_page, MAX_SKIPPED);
  const [rows, total] = await Promise.all([
    findOptOuts(actor.ownerId, {
      terms,
      sort,
      descending: direction === "desc",
      limit: per_page,
      offset,
    }),
    countOptOuts(actor.ownerId, terms),
  ]);
  return {
    opt_outs: rows.map(toOptOut),
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
  };
}

/** Blocks one number and marks its lead. `number`: in any spelling. */
export async function addOptOut(actor: Actor, number: string): Promise<{ added: boolean }> {
  const blocked = toBlockedNumber(number);
  if (!blocked) {
    const problem = describeRefused(number);
    throw new AppError("invalid_whatsapp_number", problem, { fields: { number: problem } });
  }
  const added = await transaction(() => block(actor.ownerId, [blocked], "person"));
  return { added: added === 1 };
}

/** Blocks numbers and marks their leads. Returns how many were not blocked before. Call inside a transaction. */
export async function block(
  ownerId: OwnerId,
  numbers: readonly BlockedNumber[],
  source: "person" | "import",
): Promise<number> {
  const added = await blockNumbers(ownerId, numbers, { source });
  await markLeadsOptedOut(
    ownerId,
    numbers.map(({ phoneKey }) => phoneKey),
  );
  return added.length;
}

/** For a number with an extension, the number; null for text without a number. */
export function toBlockedNumber(written: string): BlockedNumber | null {
  const kept = toKeptNumber(written);
  return kept && { phoneKey: kept.phone_key, number: kept.whatsapp };
}

/**
 * Allows messages to a number again; its lead gets the status that follows from the messages so far.
 * @throws AppError not_found
 */
export async function removeOptOut(
  actor: Actor,
  id: number,
  reason: string,
): Promise<{ success: true }> {
  await transaction(async () => {
    const phoneKey = await unblockNumber(actor.ownerId, id, reason);
    if (phoneKey === null) throw new AppError("not_found", "Este número não está bloqueado.");
    await unmarkLeadOptedOut(actor.ownerId, phoneKey, "person");
  });
  return { success: true };
}

export function getOptOutSettings(actor: Actor): Promise<AnswerSettings> {
  return findAnswerSettings(actor.ownerId);
}

export async function saveOptOutSettings(
  actor: Actor,
  change: Partial<AnswerSettings>,
): Promise<AnswerSettings> {
  await setAnswerSettings(actor.ownerId, change);
  return findAnswerSettings(actor.ownerId);
}

/** All blocked numbers, the latest first, under headers that an import recognises. */
export function exportOptOuts(actor: Actor): Sheet {
  return {
    fileName: `numeros-bloqueados-${getSaoPauloDay(new Date())}`,
    columns: ["WhatsApp", "Nome", "Desde", "Como", "Palavras"],
    pages: readPages(actor.ownerId),
  };
}

async function* readPages(ownerId: OwnerId): AsyncGenerator<Cell[][]> {
  let before: number | null = null;
  for (;;) {
    const rows: OptOutRow[] = await findOptOutsBefore(ownerId, before, EXPORT_PAGE_ROWS);
    if (rows.length > 0) yield rows.map(toCells);
    before = rows.at(-1)?.id ?? null;
    if (rows.length < EXPORT_PAGE_ROWS) return;
  }
}

function toCells(row: OptOutRow): Cell[] {
  const number = phoneCell(toShownNumber(row.number), "digits");
  return [number, row.name, row.said_at, OPT_OUT_SOURCE_LABEL[row.source], row.words];
}
