import fc from "fast-check";

/** Whether this is `npm run test:all`, which tries every case that a machine can make; `npm test` draws some of them. */
export const IS_ALL = process.env["TEST_RING"] === "all";

/** The seed of the selection: TEST_SEED repeats a run, or makes another one. */
export const SEED = Number(process.env["TEST_SEED"] ?? 20_261_121);

let tried = 0;
let made = 0;

/** Some of the cases, the same for the same seed, in their order; all of them if all are requested. */
export function drawCases<T>(cases: Iterable<T>, most: number): T[] {
  const all = [...cases];
  const drawn = IS_ALL || all.length <= most ? all : draw(all, most);
  tried += drawn.length;
  made += all.length;
  return drawn;
}

/** For the log of a file that selects cases. */
export function describeDrawn(): string {
  return `${tried} of ${made} cases, seed ${SEED}`;
}

function draw<T>(all: T[], most: number): T[] {
  const [drawn = []] = fc.sample(
    fc.shuffledSubarray([...all.keys()], { minLength: most, maxLength: most }),
    {
      seed: SEED,
      numRuns: 1,
    },
  );
  return drawn.sort((one, other) => one - other).map((at) => all[at] as T);
}
