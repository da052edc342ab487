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
 * Returns what asks for a run of `work`. The first one begins at once; what is asked for while it runs, or soon after,
 * is one more run for all. `work` resolves with whether it has to run once more, and is told of a run that was given up.
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

/** Null for what takes longer. What fails need not run again. */
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
