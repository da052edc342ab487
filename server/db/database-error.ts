import { AppError } from "@/lib/errors";

/**
 * The SQLSTATE that PostgreSQL answered ("23505"), or Node's code when it could not be asked ("ECONNREFUSED"); the same
 * whether the statement was SQL or Prisma's.
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
  /** Absent for errors of the socket. */
  originalCode?: string;
}

const UNREACHABLE = new Map([
  ["DatabaseNotReachable", "ECONNREFUSED"],
  ["ConnectionClosed", "ECONNRESET"],
  ["SocketTimeout", "ETIMEDOUT"],
]);

/** True for what a unique index refused. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === "23505";
}

const SERVER_AWAY = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"],
  // admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections
  ...["57P01", "57P02", "57P03", "53300"],
]);

/** An unreachable database is a 503 for the caller, not a fault of the request. */
export function unavailableIfDown(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const lost = /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(
    error.message,
  );
  return SERVER_AWAY.has(sqlState(error) ?? "") || lost
    ? new AppError("unavailable", "", { cause: error })
    : error;
}
