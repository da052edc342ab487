import { expect, test } from "vitest";
import { weaveNotes } from "./timeline";

const at = (hour: number, name: string) => ({
  name,
  timestamp: `2026-11-21T${String(hour).padStart(2, "0")}:00:00.000Z`,
});
const MESSAGES = [at(9, "a"), at(11, "b"), at(13, "c")];
const NOTES = [at(8, "1"), at(10, "2"), at(12, "3"), at(14, "4")];
const names = (...[messages, notes, hasEarlier]: Parameters<typeof weave>) =>
  weave(messages, notes, hasEarlier)
    .map(({ name }) => name)
    .join("");
const weave = weaveNotes<(typeof MESSAGES)[0], (typeof NOTES)[0]>;

test("notes stand between the messages by time", () => {
  expect(names(MESSAGES, NOTES, false)).toBe("1a2b3c4");
  expect(names([], NOTES, false)).toBe("1234");
  expect(names(MESSAGES, [], false)).toBe("abc");
});

test("a note before what is loaded waits for the messages around it", () => {
  expect(names(MESSAGES, NOTES, true)).toBe("a2b3c4");
});

test("messages keep their order whatever their times are", () => {
  const [a, b, c] = MESSAGES as [(typeof MESSAGES)[0], (typeof MESSAGES)[0], (typeof MESSAGES)[0]];
  expect(names([a, c, b], [at(12, "3")], false)).toBe("a3cb");
});
