import { describe, expect, test } from "vitest";
import { isEmailAddress } from "./email";

test.each([
  "ana@padaria.com.br",
  "ana.souza+leads@sub.padaria.com",
  "contato@padaria-são-joão.com.br",
  "o'neill@x.co",
])("%s is an e-mail address", (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

test.each([
  "",
  "ana",
  "ana@",
  "@padaria.com",
  "ana@padaria",
  "ana@padaria.c",
  "ana@@padaria.com",
  "ana souza@padaria.com",
  "ana@padaria.com, bia@padaria.com",
  "Ana <ana@padaria.com>",
  ".ana@padaria.com",
  "ana.@padaria.com",
  "ana..souza@padaria.com",
  "ana@padaria..com",
  `${"a".repeat(250)}@x.co`,
])("%s is none", (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

describe("a text built to make matching slow", () => {
  test.each([`a@${".".repeat(100_000)}`, `a@${"a.".repeat(50_000)}`, "a.".repeat(50_000)])(
    "is refused by its length",
    (text) => expect(isEmailAddress(text)).toBe(false),
  );
});
