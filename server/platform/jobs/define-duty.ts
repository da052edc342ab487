/** Periodic work of every worker. It claims its rows, so that any number of workers may do it at once. */
export interface Duty {
  readonly name: string;
  /** From a minute on, one worker of the installation does it, and restarts do not make it run earlier. */
  readonly everyS: number;
  /** Reads the due rows from PostgreSQL, so that losing the queue loses nothing. */
  readonly run: (workerId: string) => Promise<unknown>;
  /** `run` returns how many rows it deleted because they were kept long enough: the administrator's panel shows it. */
  readonly trims?: true;
  /**
   * Set where the next round starts on time although one still waits for an external service: `run` skips the rows of
   * that one.
   */
  readonly overlaps?: true;
}

/** Deletes batch after batch. Returns how many rows. */
export async function trimInBatches(size: number, trim: () => Promise<number>): Promise<number> {
  let trimmed = 0;
  for (;;) {
    const deleted = await trim();
    trimmed += deleted;
    if (deleted < size) return trimmed;
  }
}

/** Defines a duty next to the feature whose rows it maintains; workers/duties.ts lists all of them. */
export function defineDuty<const D extends Duty>(duty: D): D {
  return duty;
}
