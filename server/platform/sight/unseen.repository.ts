import type { Guarded } from "@/lib/contracts/shared/endpoint";
import type { Reader } from "@/server/platform/actor";
import { madeBy, seen, seenChat, seenNumber } from "@/server/platform/db/seen";
import { firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";

const lead = (reader: Reader) => sql`(true ${seen(reader, "l")})`;
const maker = (reader: Reader, of: string) => sql`(true ${madeBy(reader, of)})`;

/** The rows `x` of a kind that are in sight, by their table and what they hang on. */
const SEEN: Record<Guarded, (reader: Reader) => Sql> = {
  lead: (reader) => sql`leads x WHERE (true ${seen(reader, "x")})`,
  lead_contact: (reader) =>
    sql`lead_contacts x JOIN leads l ON l.owner_id = x.owner_id AND l.id = x.lead_id WHERE ${lead(reader)}`,
  note: (reader) =>
    sql`notes x JOIN leads l ON l.owner_id = x.owner_id AND l.id = x.lead_id WHERE ${lead(reader)}`,
  // Somebody's task about a lead that passed to a colleague is still theirs.
  task: (reader) =>
    sql`tasks x LEFT JOIN leads l ON l.owner_id = x.owner_id AND l.id = x.lead_id
        WHERE ((true ${seen(reader, "x", "person_id")}) OR l.id IS NOT NULL AND ${lead(reader)})`,
  message: (reader) =>
    sql`messages x JOIN conversations c ON c.id = x.conversation_id WHERE (true ${seenChat(reader, "c")})`,
  conversation_note: (reader) =>
    sql`conversation_notes x JOIN conversations c ON c.owner_id = x.owner_id AND c.id = x.conversation_id
        WHERE (true ${seenChat(reader, "c")})`,
  lead_deletion: (reader) => sql`lead_deletions x WHERE ${maker(reader, "x")}`,
  lead_edit: (reader) => sql`lead_change_sets x WHERE ${maker(reader, "x")}`,
  campaign: (reader) => sql`campaigns x WHERE ${maker(reader, "x")}`,
  recipient: (reader) =>
    sql`campaign_recipients x JOIN campaign_runs r ON r.id = x.run_id
        JOIN campaigns p ON p.owner_id = r.owner_id AND p.id = r.campaign_id WHERE ${maker(reader, "p")}`,
};

/** Whether a row is the account's and in a person's sight. A merged lead's id means the lead that it became part of. */
export async function isRowSeen(reader: Reader, of: Guarded, id: number): Promise<boolean> {
  const { ownerId } = reader;
  const meant =
    of === "lead" ? sql`coalesce(surviving_lead(${ownerId}, ${id}), ${id})` : sql`${id}::int`;
  const row = await firstRow(
    sql`SELECT 1 FROM ${SEEN[of](reader)} AND x.owner_id = ${ownerId} AND x.id = ${meant}`,
  );
  return row !== null;
}

/**
 * Whether nothing that is known of a number, by any of its keys, is out of the reader's sight. `numberId`: with this one
 * of the account's numbers.
 */
export async function areNumbersSeen(
  reader: Pick<Reader, "ownerId" | "sight">,
  keys: readonly string[],
  numberId: number | null = null,
): Promise<boolean> {
  const row = await firstRow(
    sql`SELECT 1 FROM unnest(${keys}::text[] || ARRAY(
          SELECT i.phone_key FROM contact_identities i
          WHERE i.owner_id = ${reader.ownerId} AND i.chat_id = ANY(${keys}::text[]))) AS known (key)
        WHERE (true ${seenNumber(reader, sql`known.key`, numberId)}) IS NOT TRUE LIMIT 1`,
  );
  return row === null;
}

/** Those of these numbers' keys of which nothing is out of the reader's sight. */
export async function findSeenNumbers(reader: Reader, keys: readonly string[]): Promise<string[]> {
  const found = await rows<{ key: string }>(
    sql`SELECT asked.key FROM unnest(${keys}::text[]) AS asked (key) WHERE true ${seenNumber(reader, sql`asked.key`)}`,
  );
  return found.map(({ key }) => key);
}
