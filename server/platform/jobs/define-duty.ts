/** What every worker does from time to time. It claims its rows, so that any number of workers may do it at once. */
export interface Duty {
  readonly name: string;
  /** From a minute on, one worker of the installation does it, and restarts do not bring it forward. */
  readonly everyS: number;
  /** Reads what is due from PostgreSQL, so that losing the queue loses nothing. */
  readonly run: (workerId: string) => Promise<unknown>;
  /** `run` answers how many rows it deleted, because they were kept long enough: the administrator's panel shows it. */
  readonly trims?: true;
  /** It is looked at on time although a round still waits for the outside: `run` leaves out what that one is about. */
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

/** Defines a duty beside the feature whose rows it looks after; workers/duties.ts lists all of them. */
export function defineDuty<const D extends Duty>(duty: D): D {
  return duty;
}
