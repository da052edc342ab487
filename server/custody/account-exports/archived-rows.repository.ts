import type { OwnerId } from "@/server/platform/actor";
import { readPages } from "@/server/platform/db/read-pages";
import { firstRow, raw, rows, sql } from "@/server/platform/db/sql";
import type { Asker } from "./account-exports.repository";
import type { ARCHIVED_TABLES } from "./archive-files.rule";

const FILES_AT_ONCE = 200;

type Line = { line: string };

/** The account and the person who asked, as one JSON object without the hash of the password. */
export async function findAccountLine({ ownerId, personId }: Asker): Promise<string> {
  const row = await firstRow<Line>(
    sql`SELECT (to_jsonb(u) - '{account_id,password_hash}'::text[] || to_jsonb(a))::text AS line
        FROM accounts a JOIN users u ON u.account_id = a.id WHERE a.id = ${ownerId} AND u.id = ${personId}`,
  );
  return row?.line ?? "{}";
}

/** Reads the asker's rows of a table, each as a line of JSON. */
export function readLines(
  { ownerId, personId }: Asker,
  { name, owner, ofPeople, without }: (typeof ARCHIVED_TABLES)[number],
  onPage: (lines: string[]) => Promise<void>,
): Promise<void> {
  return readPages<Line>(
    sql`SELECT (to_jsonb(t) - ${without}::text[])::text AS line FROM ${raw(name)} t
        WHERE ${raw(owner)} = ${ofPeople ? personId : ownerId}`,
    (page) => onPage(page.map(({ line }) => line)),
  );
}

export interface StoredFile {
  id: number;
  storage_key: string;
  bytes: number;
  file_name: string | null;
  mime: string | null;
}

/** Files of conversations, the newest first: those below `before`. */
export function findMessageFiles(ownerId: OwnerId, before: number): Promise<StoredFile[]> {
  return rows(
    sql`SELECT id, storage_key, bytes, file_name, mime FROM message_media
        WHERE owner_id = ${ownerId} AND id < ${before} AND state = 'stored' AND storage_key IS NOT NULL AND bytes > 0
        ORDER BY id DESC LIMIT ${FILES_AT_ONCE}`,
  );
}

/** Files of prepared answers, likewise. */
export function findAnswerFiles(ownerId: OwnerId, before: number): Promise<StoredFile[]> {
  return rows(
    sql`SELECT id, storage_key, bytes, file_name, mime FROM canned_answers
        WHERE owner_id = ${ownerId} AND id < ${before} AND storage_key IS NOT NULL ORDER BY id DESC LIMIT ${FILES_AT_ONCE}`,
  );
}
