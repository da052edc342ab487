import { describe, expect, test } from "vitest";
import { readVouched } from "@/server/accounts/sign-in/vouched.parse";

const CLAIMS = {
  iss: "https://id.example",
  sub: "1",
  email: " Ana@Teste.example ",
  email_verified: true,
  name: " Ana ",
};
const PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad";

test("a person is who the issuer names, with the e-mail in lower case", () => {
  expect(readVouched("google", CLAIMS)).toEqual({
    ...{ issuer: "https://id.example", subject: "1", name: "Ana" },
    ...{ email: "ana@teste.example", isVerified: true },
  });
});

test.each([
  { sub: "" },
  { sub: 5 },
  { sub: "x".repeat(256) },
  { sub: "a\0" },
  { sub: "a\ud800" },
  { iss: undefined },
])("nobody is named by %o", (claims) => {
  expect(readVouched("google", { ...CLAIMS, ...claims })).toBeNull();
});

test.each([
  undefined,
  "",
  "no address",
  5,
  "a\0@b.example",
  "a\ud800@b.example",
  `${"a".repeat(250)}@b.example`,
])("%s is no e-mail, verified or not", (email) => {
  expect(readVouched("oidc", { ...CLAIMS, email })).toMatchObject({
    email: null,
    isVerified: false,
  });
});

test("a name of any length or kind is kept as one that a registration takes", () => {
  expect(readVouched("oidc", { ...CLAIMS, name: "x".repeat(1_000) })?.name).toHaveLength(120);
  expect(readVouched("oidc", { ...CLAIMS, name: { given: "Ana" } })?.name).toBe("");
});

describe("an e-mail is verified", () => {
  test.each([
    ["google", { email_verified: true }, true],
    ["oidc", { email_verified: "true" }, true],
    ["oidc", { email_verified: false }, false],
    ["oidc", { email_verified: "false" }, false],
    ["oidc", { email_verified: undefined }, false],
    // Any tenant's administrator writes what they like.
    ["microsoft", { email_verified: true, tid: "11111111-2222-3333-4444-555555555555" }, false],
    ["microsoft", { tid: PERSONAL }, true],
    ["microsoft", { tid: "of a company", xms_edov: true }, true],
    ["microsoft", { tid: "of a company", xms_edov: "1" }, true],
    ["microsoft", { tid: "of a company", xms_edov: false }, false],
    // Only Microsoft's own claims say so of Microsoft.
    ["oidc", { email_verified: false, tid: PERSONAL, xms_edov: true }, false],
  ] as const)("by %s with %o: %s", (provider, claims, verified) => {
    expect(readVouched(provider, { ...CLAIMS, ...claims })?.isVerified).toBe(verified);
  });
});
