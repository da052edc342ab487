import { hash, verify } from "@node-rs/argon2";
import PQueue from "p-queue";

/** OWASP's argon2id figures: 19 MiB, 2 passes, 1 lane; about 50 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A flood of logins waits here instead of starving every other request of CPU. */
const hashing = new PQueue({ concurrency: 2 });

export async function hashPassword(password: string): Promise<string> {
  return hashing.add(() => hash(password, COST));
}

let decoy: Promise<string> | undefined;

/** Always spends the same time: an unknown account is checked against a decoy. */
export async function passwordMatches(
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const stored = passwordHash ?? (await decoy);
  const matches = await hashing.add(() => verify(stored, password).catch(() => false));
  return matches && passwordHash !== undefined;
}
