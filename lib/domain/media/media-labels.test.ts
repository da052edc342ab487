import { expect, it } from "vitest";
import { formatBytes, formatDuration, getNameEnding } from "./media-labels";

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1 kB"],
  [12_345, "12 kB"],
  [999_400, "999 kB"],
  [999_700, "1 MB"],
  [1_540_000, "1,5 MB"],
  [100_000_000, "100 MB"],
  [999_940_000, "999,9 MB"],
  [999_960_000, "1 GB"],
  [67_335_000_000, "67,3 GB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it.each([
  [-1, "0:00"],
  [7.9, "0:07"],
  [62, "1:02"],
  [3_723, "1:02:03"],
])("%d seconds are %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it.each([
  ["Proposta final.pdf", "PDF"],
  ["backup.tar.gz", "GZ"],
  ["sem final", null],
  ["a.muitolongo", null],
  [null, null],
])("%j ends in %j", (name, ending) => {
  expect(getNameEnding(name)).toBe(ending);
});
