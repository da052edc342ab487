const MAX_STEPS = 4;
const ROUND_STEPS = [1, 2, 5, 10];

/** Whole, round numbers from 0 to at least `max`, for the axis of a chart of counts; never fewer than two. */
export function getAxisTicks(max: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max / MAX_STEPS)));
  const step =
    ROUND_STEPS.map((round) => round * power).find((each) => each * MAX_STEPS >= max) ?? max;
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}
