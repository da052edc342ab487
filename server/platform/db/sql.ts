import type pg from "pg";
import { raw, type Sql } from "sql-template-tag";
import { AppError } from "@/lib/errors";
import { send, sendSearch } from "./connection";
import { isCancelled, unavailableIfDown } from "./database-error";

export { default as sql, empty, join, raw, type Sql } from "sql-template-tag";
export { closeDatabase } from "./connection";
export { isMissingReference, isUniqueViolation } from "./database-error";

/**
 * Our own column names as SQL, separated by commas: `of` is their table or alias, `type` the type each is declared
 * with. Never pass names from a request.
 */
export function columns(
  names: readonly string[],
  { of, type }: { of?: string; type?: string } = {},
): Sql {
  return raw(
    names.map((name) => `${of ? `${of}.` : ""}"${name}"${type ? ` ${type}` : ""}`).join(", "),
  );
}

/**
 * Lets each connection parse and plan the statement once, then send only its values. For what runs on most requests;
 * the text must be the same at every call with this name.
 */
export function prepared(name: string, statement: Sql): Sql {
  return Object.assign(statement, { name });
}

/** Returns the rows of a statement; joins the running transaction if there is one. */
export async function rows<Row extends pg.QueryResultRow>(query: Sql): Promise<Row[]> {
  return (await run<Row>(query)).rows;
}

const TOO_SLOW =
  "A busca demorou demais. Restrinja-a com uma cidade, um CEP, um CNAE ou parte do nome e tente de novo.";

/** Returns the rows of a registry search, which uses a separate connection pool. */
export async function searchRows<Row extends pg.QueryResultRow>(query: Sql): Promise<Row[]> {
  try {
    return (await sendSearch((executor) => executor.query<Row>(query))).rows;
  } catch (error) {
    if (isCancelled(error)) {
      throw new AppError("unavailable", TOO_SLOW, { cause: error });
    }
    throw unavailableIfDown(error);
  }
}

/** Returns the first row, or null. */
export async function firstRow<Row extends pg.QueryResultRow>(query: Sql): Promise<Row | null> {
  return (await run<Row>(query)).rows[0] ?? null;
}

/** Returns the number of rows affected. */
export async function execute(query: Sql): Promise<number> {
  return (await run(query)).rowCount ?? 0;
}

async function run<Row extends pg.QueryResultRow>(query: Sql) {
  try {
    return await send((executor) => executor.query<Row>(query));
  } catch (error) {
    throw unavailableIfDown(error);
  }
}
