/** What every worker does from time to time. It claims its rows, so that any number of workers may do it at once. */
export interface Duty {
  readonly name: string;
  /** From a minute on, one worker of the installation does it, and restarts do not bring it forward. */
  readonly everyS: number;
  /** Reads what is due from PostgreSQL, so that losing the queue loses nothing. */
  readonly run: (workerId: string) => Promise<unknown>;
}

/** Defines a duty beside the feature whose rows it looks after; workers/duties.ts lists all of them. */
export function defineDuty<const D extends Duty>(duty: D): D {
  return duty;
}
