import { expect, it } from "vitest";
import { parseRange } from "./byte-range.rule";

it.each<[string | null, ReturnType<typeof parseRange>]>([
  [null, null],
  ["bytes=0-", { start: 0, end: 99 }],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=10-19", { start: 10, end: 19 }],
  ["bytes=90-200", { start: 90, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-1000", { start: 0, end: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=100-200", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=20-10", null],
  ["bytes=-", null],
  ["bytes=0-1,5-6", null],
  ["bytes=a-b", null],
  ["lines=0-1", null],
  ["bytes=0-99999999999999999999", null],
])("%j of 100 bytes is %j", (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});
