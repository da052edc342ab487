import { describe, expect, test } from "vitest";
import { chatPath, loginPath, sameSitePath } from "./paths";

describe("sameSitePath", () => {
  test.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "\\/evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "evil.example",
    "/.//evil.example",
    "/",
    "",
    null,
  ])("%j leads nowhere", (value) => {
    expect(sameSitePath(value)).toBeNull();
  });

  test.each([
    ["/leads?page=2", "/leads?page=2"],
    ["/leads/../profile#a", "/profile#a"],
    ["/leads?page=2&_rsc=1a2b", "/leads?page=2"],
  ])("%j stays on this site", (value, path) => {
    expect(sameSitePath(value)).toBe(path);
  });
});

test("loginPath keeps the requested page, except for the dashboard, which is the default", () => {
  expect(loginPath("/leads?page=2")).toBe("/?next=%2Fleads%3Fpage%3D2");
  expect(loginPath("/dashboard?_rsc=1a2b")).toBe("/");
  expect(loginPath("//evil.example")).toBe("/");
});

test("chatPath names a number with its country code", () => {
  expect(chatPath("5511987654321")).toBe("/chat-whatsapp?contato=%2B5511987654321");
});
