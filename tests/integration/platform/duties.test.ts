import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { parseEnv, setEnv } from "@/server/platform/env";
import { runDuty } from "@/server/platform/jobs/run-duty";
import { runSandbox } from "@/tests/support/running";
import { ALL_DUTIES } from "@/workers/schedules";

runSandbox();

test("no two duties share a name", () => {
  const names = ALL_DUTIES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test.each(ALL_DUTIES.map((duty) => [duty.name, duty] as const))("%s: runs", async (_, duty) => {
  await duty.run("a worker");
});

describe("in an installation that has nothing but a database", () => {
  beforeAll(() => {
    const { DATABASE_URL, AUTH_SECRET } = process.env;
    setEnv(parseEnv({ NODE_ENV: "test", DATABASE_URL, AUTH_SECRET }));
  });
  afterAll(() => void setEnv(undefined));

  test.each(ALL_DUTIES.map((duty) => [duty.name, duty] as const))("%s: runs", async (_, duty) => {
    await duty.run("a worker");
  });
});

function buildDuty(everyS: number, work: () => void = () => undefined) {
  const duty = { name: `of ${everyS} s`, everyS, runs: 0 };
  return Object.assign(duty, {
    run: async () => {
      duty.runs += 1;
      work();
    },
  });
}

const letPass = (seconds: number) =>
  execute(sql`UPDATE duty_runs SET last_run_at = last_run_at - make_interval(secs => ${seconds})`);

test("a daily duty is one worker's, and is not done again at each start", async () => {
  const duty = buildDuty(86_400);
  await Promise.all(["one", "two", "three"].map((worker) => runDuty(duty, worker)));
  expect(duty.runs).toBe(1);
  await letPass(86_000);
  await runDuty(duty, "started anew");
  expect(duty.runs).toBe(1);
  await letPass(400);
  await runDuty(duty, "one");
  expect(duty.runs).toBe(2);
});

test("a clock that was ahead keeps no duty waiting until then", async () => {
  const duty = buildDuty(7_200);
  await runDuty(duty, "one");
  await letPass(-30 * 86_400);
  await Promise.all(["one", "two"].map((worker) => runDuty(duty, worker)));
  expect(duty.runs).toBe(2);
  await runDuty(duty, "one");
  expect(duty.runs).toBe(2);
});

test("a duty that fails is due again within a minute", async () => {
  const duty = buildDuty(3_600, () => {
    throw new Error("no");
  });
  await runDuty(duty, "one");
  await letPass(58);
  await runDuty(duty, "one");
  expect(duty.runs).toBe(1);
  await letPass(2);
  await runDuty(duty, "one");
  expect(duty.runs).toBe(2);
});

test("what is done every few seconds is every worker's, and leaves no row", async () => {
  const duty = buildDuty(5);
  await Promise.all(["one", "two"].map((worker) => runDuty(duty, worker)));
  expect(duty.runs).toBe(2);
  expect(await rows(sql`SELECT 1 FROM duty_runs WHERE name = ${duty.name}`)).toEqual([]);
});
