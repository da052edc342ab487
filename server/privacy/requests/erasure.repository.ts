import { buildMentions } from "@/lib/domain/privacy/mentions";
import type { PersonKeys, PrivacyCounts } from "@/lib/domain/privacy/privacy-request";
import type { OwnerId } from "@/server/platform/actor";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { toArrays } from "./requests.repository";

/** The statements are functions of the database: see prisma/rules/privacy.sql. */

export async function stopWritingTo(ownerId: OwnerId, keys: PersonKeys): Promise<void> {
  await execute(sql`SELECT stop_writing_to(${ownerId}::int, ${toArrays(keys).phones})`);
}

/** How many messages to the person have no outcome yet. */
export async function countOpenSends(ownerId: OwnerId, keys: PersonKeys): Promise<number> {
  const row = await firstRow<{ open: number }>(
    sql`SELECT count_sends_to(${ownerId}::int, ${toArrays(keys).phones}) AS open`,
  );
  return row?.open ?? 0;
}

export async function giveUpSends(ownerId: OwnerId, keys: PersonKeys): Promise<void> {
  await execute(sql`SELECT give_up_sends_to(${ownerId}::int, ${toArrays(keys).phones})`);
}

/** Call inside a transaction. */
export async function eraseLeads(
  ownerId: OwnerId,
  keys: PersonKeys,
  wholeLead: boolean,
): Promise<PrivacyCounts> {
  const { phones, emails, cnpjs } = toArrays(keys);
  const mentions = buildMentions(keys);
  await execute(
    sql`SELECT keep_deleted_leads(${ownerId}::int, ${phones}, ${emails}, ${cnpjs}, ${mentions})`,
  );
  const row = await firstRow<{ counts: PrivacyCounts }>(
    sql`SELECT erase_leads(${ownerId}::int, ${phones}, ${emails}, ${cnpjs}, ${mentions}, ${wholeLead}) AS counts`,
  );
  return row?.counts ?? {};
}

/** Erases at most `batch` messages; `more` is true while some are left. */
export async function eraseTalk(
  ownerId: OwnerId,
  keys: PersonKeys,
  batch: number,
): Promise<{ counts: PrivacyCounts; more: boolean }> {
  const row = await firstRow<{ erased: { counts: PrivacyCounts; more: boolean } }>(
    sql`SELECT erase_talk(${ownerId}::int, ${toArrays(keys).phones}, ${batch}::int) AS erased`,
  );
  return row?.erased ?? { counts: {}, more: false };
}

/** Call inside a transaction. */
export async function eraseCopies(ownerId: OwnerId, keys: PersonKeys): Promise<PrivacyCounts> {
  const { phones, emails, cnpjs } = toArrays(keys);
  await allowMinutes();
  const row = await firstRow<{ counts: PrivacyCounts }>(
    sql`SELECT erase_copies(${ownerId}::int, ${phones}, ${emails}, ${cnpjs}, ${buildMentions(keys)}) AS counts`,
  );
  return row?.counts ?? {};
}

/**
 * The account's archives contain the person who was erased: none can be downloaded any more, and none being made
 * becomes ready.
 */
export async function outdateArchives(ownerId: OwnerId): Promise<void> {
  await execute(sql`SELECT outdate_archives(${ownerId}::int)`);
}

/**
 * The keys of erased people that are still in an account's rows, with the request of each. Call inside a transaction.
 */
export async function findKeysOfErased(
  ownerId: OwnerId,
): Promise<{ kind: "phone" | "email" | "cnpj"; value: string; request_id: number }[]> {
  await allowMinutes();
  return rows(
    sql`SELECT k.kind, k.value, unnest(e.request_id || e.also) AS request_id FROM keys_of_erased(${ownerId}::int) AS k
        JOIN erased_keys e ON e.owner_id = ${ownerId} AND e.hash = k.hash`,
  );
}

/** For the rest of the transaction: all texts of a large account are searched, and its locks delay nobody. */
async function allowMinutes(): Promise<void> {
  await execute(sql`SET LOCAL statement_timeout = '300s'`);
}
