import { AppError } from "@/lib/errors";

/**
 * The SQLSTATE from PostgreSQL ("23505"), or Node's code when the server was unreachable ("ECONNREFUSED"), for SQL
 * and for Prisma alike.
 */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!error.name.startsWith("PrismaClient")) {
    return "code" in error ? String(error.code) : undefined;
  }
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: DriverError } } };
  const cause = meta?.driverAdapterError?.cause;
  return cause?.originalCode ?? UNREACHABLE.get(cause?.kind ?? "");
}

interface DriverError {
  kind: string;
  /** Absent for socket errors. */
  originalCode?: string;
}

const UNREACHABLE = new Map([
  ["DatabaseNotReachable", "ECONNREFUSED"],
  ["ConnectionClosed", "ECONNRESET"],
  ["SocketTimeout", "ETIMEDOUT"],
]);

/** True when a unique index refused the row. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === "23505";
}

/** True when a foreign key refused the row because the referenced row does not exist. */
export function isMissingReference(error: unknown): boolean {
  return sqlState(error) === "23503";
}

/** query_canceled: the statement ran longer than `statement_timeout`. */
export function isCancelled(error: unknown): boolean {
  return sqlState(error) === "57014";
}

const UNAVAILABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  // admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections
  ...["57P01", "57P02", "57P03", "53300"],
  // object_not_in_prerequisite_state: the database accepts no connections
  "55000",
  // disk_full, out_of_memory, io_error: the statement was rolled back
  ...["53100", "53200", "58030"],
  // read_only_sql_transaction: after a failover this server accepts no writes
  "25006",
  // query_canceled, by statement_timeout; lock_not_available, idle_in_transaction_session_timeout
  ...["57014", "55P03", "25P03"],
]);

/** Raised by the triggers that keep erased people out. */
const PERSON_ERASED = "GE001";

/**
 * An unreachable or blocked database is a 503 for the caller, not an error of the request; a row of an erased person is
 * refused with a message.
 */
export function unavailableIfDown(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (sqlState(error) === PERSON_ERASED) return new AppError("person_erased", "", { cause: error });
  const lost = /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(
    error.message,
  );
  return UNAVAILABLE.has(sqlState(error) ?? "") || lost
    ? new AppError("unavailable", "", { cause: error })
    : error;
}
