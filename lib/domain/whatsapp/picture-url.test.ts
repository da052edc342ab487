import { expect, test } from "vitest";
import { getCurrentPictureUrl } from "./picture-url";

const signed = (until: string) =>
  `https://pps.whatsapp.net/v/t61.24694-24/1_n.jpg?ccb=11-4&oh=01_Q5&oe=${until}&_nc_sid=5e03e0`;
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  ["before its end", signed("6A000000"), 0x6a000000 - 1, true],
  ["at its end", signed("6A000000"), 0x6a000000, false],
  ["after it, in small letters", signed("6a000000"), 0x6a000001, false],
  ["without an end", "https://pps.whatsapp.net/1_n.jpg", 4_000_000_000, true],
  ["with an end that is none", signed("tomorrow"), 4_000_000_000, true],
])("a picture %s", (_, url, seconds, shown) => {
  expect(getCurrentPictureUrl(url, at(seconds))).toBe(shown ? url : null);
});

test("no picture stays none", () => expect(getCurrentPictureUrl(null, at(0))).toBeNull());
