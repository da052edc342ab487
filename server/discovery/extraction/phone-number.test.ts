import { expect, it } from "vitest";
import { addNinthDigit } from "@/lib/domain/phone/phone";
import { REFUSED, UNDERSTOOD } from "@/tests/support/number-spellings";
import { completeDigits, readPhoneNumber } from "./phone-number.rule";

const BRAZILIAN = UNDERSTOOD.filter(
  // A person who types 0800 123 4567 may mean it; on a page it is an example.
  ([written, kept]) =>
    kept.startsWith("55") && !written.includes("@") && !kept.endsWith("001234567"),
);

it.each([
  ...BRAZILIAN,
  ["+351 913 345 679", "351913345679"],
  ["https://wa.me/351913345679", "351913345679"],
] as const)("%j on a page is %s", (written, kept) => {
  const number = readPhoneNumber(written);
  expect(number && completeDigits(number, null)).toBe(addNinthDigit(kept));
});

it.each(REFUSED.filter(([, refusal]) => refusal !== "short"))(
  "%j on a page is no number: %s",
  (written) => {
    expect(readPhoneNumber(written)).toBeNull();
  },
);

it.each([
  ["3232-4545 ramal 12", { kind: "local", subscriber: "32324545" }],
  ["98765-4123", { kind: "local", subscriber: "987654123" }],
  ["8765-4123", { kind: "local", subscriber: "987654123" }],
  ["4004-4321", { kind: "other", digits: "5540044321" }],
  ["(11) 99999-9999", null],
  ["+351 912 345 678", null],
  ["190", null],
])("%s, without an area code, is %j", (written, number) => {
  expect(readPhoneNumber(written)).toEqual(number);
});
