import { logger } from "@/server/platform/logger";
import type { KeyStorage } from "./auth-state.baileys";

const SAVE_ATTEMPTS = 5;
const SAVE_RETRY_MS = 1_000;

/** Saves credentials one after the other, and tracks running writes: a lease is released only after them. */
export function trackWrites(storage: KeyStorage) {
  const running = new Set<Promise<unknown>>();
  let saving: Promise<void> = Promise.resolve();
  let queued = false;

  function track<Result>(work: Promise<Result>): Promise<Result> {
    const settled: Promise<unknown> = work
      .catch(() => undefined)
      .finally(() => running.delete(settled));
    running.add(settled);
    return work;
  }

  async function saveWithRetries(save: () => Promise<void>) {
    queued = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await save();
      } catch (error) {
        if (attempt === SAVE_ATTEMPTS || storage.isLost(error)) {
          logger.warn({ err: error }, "credentials not saved");
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, SAVE_RETRY_MS));
      }
    }
  }

  return {
    storage: {
      read: (type, ids) => storage.read(type, ids),
      write: (keys) => track(storage.write(keys)),
      isLost: (error) => storage.isLost(error),
    } satisfies KeyStorage,
    /** Credentials change in place: a save that has not begun will store the newest. */
    save(save: () => Promise<void>) {
      if (queued) return;
      queued = true;
      saving = track(saving.then(() => saveWithRetries(save)));
    },
    async settle() {
      await Promise.all(running);
    },
  };
}
