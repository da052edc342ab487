interface Pace {
  /** Between the beginnings of two runs of one key. */
  restMs: number;
  /** A run that takes longer is given up: the next one does not wait for it. */
  patienceMs: number;
}

interface Run {
  isUnderWay: boolean;
  isAskedFor: boolean;
  /** The run before was given up. */
  isLate: boolean;
}

/**
 * Returns a function that requests a run of `work` for a key. The first run begins at once; all requests during a run,
 * or within `restMs` of its start, share one more run. `work` resolves with whether it has to run again; `afterLate` is
 * true when the previous run took longer than `patienceMs` and was given up.
 */
export function createPacedRuns(
  work: (key: string, afterLate: boolean) => Promise<boolean>,
  { restMs, patienceMs }: Pace,
): (key: string) => void {
  const runs = new Map<string, Run>();

  async function begin(key: string, run: Run): Promise<void> {
    run.isUnderWay = true;
    while (run.isAskedFor) {
      run.isAskedFor = false;
      const rested = sleep(restMs);
      const again = await within(patienceMs, work(key, run.isLate));
      run.isLate = again === null;
      await rested;
      if (again) run.isAskedFor = true;
    }
    run.isUnderWay = false;
  }

  return (key) => {
    const run = runs.get(key) ?? { isUnderWay: false, isAskedFor: false, isLate: false };
    runs.set(key, run);
    run.isAskedFor = true;
    if (!run.isUnderWay) void begin(key, run);
  };
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Resolves with null when `work` takes longer than `ms`, and with false when it fails: a failure needs no second run. */
function within(ms: number, work: Promise<boolean>): Promise<boolean | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    void work
      .catch(() => false)
      .then((again) => {
        clearTimeout(timer);
        resolve(again);
      });
  });
}
