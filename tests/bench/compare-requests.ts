import type { Measurement } from "./measurement";

const ROUNDS = 60;
const WARM_UP = 10;

/** Sends requests through the front door, one at a time, as one owner. */
export function createComparer(bench: string, headers: Record<string, string>) {
  const url = `http://127.0.0.1:${process.env["PORT"]}`;

  async function get<Answer>(path: string): Promise<Answer> {
    const response = await fetch(`${url}${path}`, { headers });
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as Answer;
  }

  /** Milliseconds. */
  async function time(path: string): Promise<number> {
    const startedAt = performance.now();
    await get(path);
    return performance.now() - startedAt;
  }

  /** Compares the p95 of `path(n)` with that of `reference`, in turns; `maxTimes` is how much slower it may be. */
  async function compare(
    what: string,
    reference: string,
    path: (n: number) => string,
    maxTimes: number,
  ): Promise<Measurement> {
    const [theirs, ours]: [number[], number[]] = [[], []];
    for (let n = 0; n < WARM_UP + ROUNDS; n += 1) {
      const times = [await time(reference), await time(path(n))] as const;
      if (n < WARM_UP) continue;
      theirs.push(times[0]);
      ours.push(times[1]);
    }
    return toMeasurement(what, theirs, ours, maxTimes);
  }

  function toMeasurement(
    what: string,
    referenceMs: number[],
    oursMs: number[],
    maxTimes: number,
  ): Measurement {
    const [reference, ours] = [p95(referenceMs), p95(oursMs)];
    return {
      what: `${bench}: ${what}, p95`,
      unit: "ms",
      reference,
      ours,
      ratio: reference / ours,
      target: `≥ ${(1 / maxTimes).toFixed(2)}`,
    };
  }

  return { get, time, compare, toMeasurement };
}

function p95(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
