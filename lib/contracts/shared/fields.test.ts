import { expect, it } from "vitest";
import * as z from "zod/mini";
import { Instant, WhatsappNumber } from "./fields";

it.each([
  ["(11) 98765-0151", "11987650151"],
  ["11987650151", "11987650151"],
  ["+55 11 98765-0151", "5511987650151"],
  ["0 15 11 98765-0151", "01511987650151"],
  ["+55 (0) 11 98765-0151", "55011987650151"],
  // Digits that do not belong to the number are left out.
  ["(11) 98765-0151 ramal 12", "5511987650151"],
  ["https://wa.me/5511987650151?text=Oi%202026", "5511987650151"],
])("a person's own number, written %j, is kept as %j", (written, kept) => {
  const digits = z.parse(WhatsappNumber, written);
  expect(digits).toBe(kept);
  // A form sends what its schema made.
  expect(z.parse(WhatsappNumber, digits)).toBe(kept);
});

it("an answer's instant is given as a date or as its text, and is its text", () => {
  const text = "2026-01-31T12:00:00.000Z";
  expect(z.parse(z.array(z.nullable(Instant)), [new Date(text), text, null])).toEqual([
    text,
    text,
    null,
  ]);
  for (const other of [undefined, Date.parse(text), "2026-01-31", "2026-01-31T12:00:00+00:00"]) {
    expect(z.safeParse(Instant, other).success).toBe(false);
  }
});
