import { IS_ALL } from "../support/cases";

/**
 * Lengths of the attack strings: each is twice the one before. A pattern that backtracks takes a tenth of a second even
 * for the longest of the quick ones; a pattern that only copies too much shows with the long ones.
 */
const LENGTHS: readonly [number, number, number] = IS_ALL
  ? [25_000, 50_000, 100_000]
  : [3_125, 6_250, 12_500];
/** Below this the work is too short to compare, and short enough. */
const FLOOR_MS = 15;
/** Linear work doubles; this is halfway to quadratic on the safe side. */
const MAX_GROWTH = 3;
const TRIES = 5;

export interface Growth {
  /** Processor time for each of the lengths; the shorter ones are 0 if the longest was not worth comparing. */
  ms: number[];
  isLinear: boolean;
}

/** Measures how the work grows with the input: doubling it may not more than triple the processor time. */
export async function measureGrowth<Input>(
  prepare: (length: number) => Input,
  work: (input: Input) => unknown,
): Promise<Growth> {
  const [short, middle, longest] = LENGTHS;
  const long = prepare(longest);
  const first = await measure(() => work(long));
  // Quadratic work on so long a text takes seconds.
  if (first <= FLOOR_MS) return { ms: [0, 0, first], isLinear: true };
  const shorter = [prepare(short), prepare(middle)] as const;
  const ms = [await measure(() => work(shorter[0])), await measure(() => work(shorter[1])), first];
  // Repeated only if it seems to grow too fast, which may be the machine or a garbage collection.
  for (let tries = 1; tries < TRIES && !isLinear(ms); tries += 1) {
    ms[2] = Math.min(ms[2] ?? 0, await measure(() => work(long)));
  }
  return { ms, isLinear: isLinear(ms) };
}

/** By the last doubling or, where a single one is too noisy, by both. */
function isLinear([short = 0, middle = 0, long = 0]: number[]): boolean {
  return (
    long <= MAX_GROWTH * Math.max(middle, FLOOR_MS) ||
    long <= MAX_GROWTH ** 2 * Math.max(short, FLOOR_MS / MAX_GROWTH)
  );
}

/** Processor time, which other processes do not lengthen. */
async function measure(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1000;
}

/** A table for the log: the times in ms for each length. */
export function formatGrowth(rows: readonly { what: string; growth: Growth }[]): string {
  const head = `${`ms for ${LENGTHS.join(", ")}`.padStart(28)}  ${rows.length} in all`;
  const lines = rows.map(({ what, growth }) => {
    const times = growth.ms.map((each) => each.toFixed(1).padStart(8)).join(" ");
    return `${times.padEnd(28)}  ${what}${growth.isLinear ? "" : "  (!)"}`;
  });
  return [head, ...lines].join("\n");
}
