import { expect, test } from "vitest";
import { getPatienceMs, getProbeDelayMs } from "./hearing";

test("probes become rarer while they bring nothing to light, up to a quarter of an hour", () => {
  const minutes = [0, 1, 2, 3, 4, 5, 60].map((quiet) => getProbeDelayMs(90_000, quiet) / 60_000);
  expect(minutes).toEqual([1.5, 3, 6, 12, 15, 15, 15]);
});

test("an answer is waited for as long as twice the silence, and twenty seconds at most", () => {
  expect([1_000, 9_000, 10_000, 90_000].map(getPatienceMs)).toEqual([
    2_000, 18_000, 20_000, 20_000,
  ]);
});

test("an installation that probes more rarely keeps its own pace", () => {
  expect(getProbeDelayMs(3_600_000, 4)).toBe(3_600_000);
});
