import { hash, verify } from "@node-rs/argon2";
import PQueue from "p-queue";
import { AppError } from "@/lib/errors";

/** OWASP's argon2id parameters: 19 MiB, 2 passes, 1 lane; about 50 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Limits hashing, so that a flood of logins does not starve other requests of CPU. */
const hashing = new PQueue({ concurrency: 2 });

/** About two seconds of waiting; later requests are refused. */
const MAX_WAITING = 80;
const MAX_WAITING_PER_CALLER = 10;

/** How many hashes each caller has waiting or running. */
const waiting = new Map<string, number>();

/**
 * `caller` determines the turn, usually the account: see `limitHashing`.
 * @throws AppError rate_limited, unavailable
 */
export function hashPassword(password: string, caller: string): Promise<string> {
  return limitHashing(caller, () => hash(password, COST));
}

let decoy: Promise<string> | undefined;

/**
 * Takes the same time for unknown accounts, which are checked against a decoy hash.
 * @throws AppError rate_limited, unavailable
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | undefined,
  caller: string,
): Promise<boolean> {
  decoy ??= hash("no account has this password", COST);
  const stored = passwordHash ?? (await decoy);
  const matches = await limitHashing(caller, () => verify(stored, password).catch(() => false));
  return matches && passwordHash !== undefined;
}

/**
 * Callers run in turn: a request waits behind those of callers that have fewer waiting. An account under attack from
 * many addresses therefore delays only its attackers.
 */
async function limitHashing<T>(caller: string, work: () => Promise<T>): Promise<T> {
  const ahead = waiting.get(caller) ?? 0;
  if (ahead >= MAX_WAITING_PER_CALLER) {
    throw new AppError("rate_limited", "", { retryAfterSeconds: 5 });
  }
  if (hashing.size >= MAX_WAITING) throw new AppError("unavailable", "", { retryAfterSeconds: 2 });
  waiting.set(caller, ahead + 1);
  try {
    return await hashing.add(work, { priority: -ahead });
  } finally {
    const left = (waiting.get(caller) ?? 1) - 1;
    if (left === 0) waiting.delete(caller);
    else waiting.set(caller, left);
  }
}
