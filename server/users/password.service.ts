import { hash, verify } from "@node-rs/argon2";
import PQueue from "p-queue";
import { AppError } from "@/lib/errors";

/** OWASP's argon2id parameters: 19 MiB, 2 passes, 1 lane; about 50 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Limits hashing, so that a flood of logins does not starve other requests of CPU. */
const hashing = new PQueue({ concurrency: 2 });

/** About two seconds of waiting; later requests are refused. */
const MAX_WAITING = 80;

/** @throws AppError unavailable when too many are waiting */
export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(password, COST));
}

let decoy: Promise<string> | undefined;

/**
 * Takes the same time for unknown accounts, which are checked against a decoy hash.
 * @throws AppError unavailable when too many are waiting
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  decoy ??= hash("no account has this password", COST);
  const stored = passwordHash ?? (await decoy);
  const matches = await limitHashing(() => verify(stored, password).catch(() => false));
  return matches && passwordHash !== undefined;
}

async function limitHashing<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.size >= MAX_WAITING) throw new AppError("unavailable", "", { retryAfterSeconds: 2 });
  return hashing.add(work);
}
