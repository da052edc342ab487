import { refreshErasureKey } from "@/server/platform/erased-keys/erased-keys.service";
import { logger } from "@/server/platform/logger";
import * as repository from "./system.repository";

export type HeldCopy = repository.HeldCopy;

/**
 * Stores a worker's count outside the database. Comparing both counts reveals that a database was put back to an
 * earlier state. `name` is the installation's.
 */
export interface BeatStore {
  /**
   * Null where there is none; 'lost' where a person wrote this word in its place.
   * @throws while the store is unreachable
   */
  read(name: string): Promise<number | "lost" | null>;
  write(name: string, beat: number): Promise<void>;
  /** Where the count is stored, for the operator. */
  locate(name: string): string;
}

const LOOK_EVERY_MS = 5_000;

let held: HeldCopy | null = null;

/** Why this process must not work; null while the database is the one that the system works on. */
export function getHeldCopy(): HeldCopy | null {
  return held;
}

/**
 * Checks whether the database is a copy: a restored backup, or a database that somebody copied. A system that works on
 * a copy would write again to the people it wrote to after the copy was taken.
 * @throws Error with a sentence for the operator where this process uses another store than the one that took the
 * count.
 * It says nothing about the database, which others may be using.
 */
export async function lookForCopy(beats: BeatStore): Promise<HeldCopy | null> {
  const seen = await readSeenBeat(beats);
  await repository.notePlace(seen);
  const copy = await lookAgain();
  if (!copy && seen === "none" && (await repository.wasBeatStored())) {
    const where = beats.locate((await repository.findInstallationName()) ?? "");
    throw new Error(
      `This process has another store of files than the one this installation works with: ${where} is missing. Point it at the store that web and workers share; docs/operations.md ("Backup and restore") tells what to do when that store is lost.`,
    );
  }
  return copy;
}

/** Increments the count, in the database first: the store's count is never ahead of the database that counted it. */
export async function recordBeat(beats: BeatStore): Promise<void> {
  const [name, beat] = [await repository.findInstallationName(), await repository.countBeat()];
  if (name === null || beat === null) return;
  await beats.write(name, beat);
  await repository.noteStoredBeat(beat);
}

/**
 * Ends the hold of every process. Call inside a transaction. Returns since when data may be missing; null when nothing
 * was held.
 */
export async function releaseCopy(beats: BeatStore): Promise<{ since: Date } | null> {
  return repository.releaseCopy(await readSeenBeat(beats));
}

/** Resolves once the database is not, or no longer, held. */
export async function awaitRelease(): Promise<void> {
  while (await lookAgain()) {
    logger.error(
      { because: held?.held_because, knownUntil: held?.known_until },
      "this database is a copy: nothing is done until an administrator confirms it in the panel",
    );
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  await refreshErasureKey();
}

/** Checks repeatedly: another process may release the copy, and a database may be restored under a running process. */
export function watchForCopies(beats: BeatStore, onCopy?: () => void): { stop: () => void } {
  const timer = setInterval(async () => {
    try {
      const isOwn = await repository.isOwnPlace();
      if (isOwn) {
        held = null;
        // Another process may have released a copy, and taken over the key of its erased people.
        await refreshErasureKey();
      } else if (onCopy) onCopy();
      else await lookForCopy(beats);
    } catch (error) {
      logger.warn({ err: error }, "not looked for a copy");
    }
  }, LOOK_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

export async function lookAgain(): Promise<HeldCopy | null> {
  held = await repository.findHeldCopy();
  return held;
}

/** A store that is unreachable proves nothing; the database's place still does. */
async function readSeenBeat(beats: BeatStore): Promise<repository.SeenBeat> {
  const name = await repository.findInstallationName();
  if (name === null) return null;
  try {
    return (await beats.read(name)) ?? "none";
  } catch (error) {
    logger.warn({ err: error }, "the store of files does not say how far the database had come");
    return null;
  }
}

/** What the installation is called in the store of files; null before its first start. */
export const { findInstallationName } = repository;
