import type * as z from "zod/mini";
import { type NewPrivacyRequest, privacy } from "@/lib/contracts/privacy/privacy";
import { rows, sql } from "@/server/platform/db/sql";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { erasureWork } from "@/server/privacy/requests/erasure.service";
import type { TestUser } from "../factories/users";
import { callApi, type TestApi } from "./api";

type Api = Pick<TestApi, "url">;
type Given = z.input<typeof NewPrivacyRequest>;

export const ask = (api: Api, user: TestUser, keys: Given["keys"], more: Partial<Given> = {}) =>
  callApi(
    api,
    privacy.createRequest,
    { body: { kind: "erase", asked_by: "person", channel: "email", keys, ...more } },
    user.headers,
  );

export const workOnErasure = (id: number) =>
  workOnRow(erasureWork, id, new AbortController().signal);

/** Erases a person and returns the request in its final state. */
export async function erase(
  api: Api,
  user: TestUser,
  keys: Given["keys"],
  more: Partial<Given> = {},
) {
  const asked = await ask(api, user, keys, more);
  if (asked.status !== 202) throw new Error(JSON.stringify(asked.body));
  const { id } = asked.body.request;
  await workOnErasure(id);
  return (await callApi(api, privacy.getRequest, { params: { id } }, user.headers)).body.request;
}

/**
 * Every table and column that contains a text, in any account, except columns that the database computes from others.
 * Sealed or hashed values are not found.
 */
export async function findEverywhere(text: string): Promise<string[]> {
  const columns = await rows<{ place: string; query: string }>(
    sql`SELECT table_name || '.' || column_name AS place,
               format('SELECT count(*)::int AS n FROM %I WHERE %I::text ILIKE %L', table_name, column_name, '%' || ${text}::text || '%') AS query
        FROM information_schema.columns JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { place, query } of columns) {
    const [row] = await rows<{ n: number }>({ sql: query, text: query, values: [] } as never);
    if ((row?.n ?? 0) > 0) found.push(place);
  }
  return found;
}
