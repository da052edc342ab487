import { expect, it } from "vitest";
import { getChatNumber, getScopedUserId, parseChatTarget, toScopedChatId } from "./chat-key";

it.each([
  ["5511988887777@s.whatsapp.net", ["551188887777"], "5511988887777@s.whatsapp.net"],
  ["551188887777@s.whatsapp.net", ["551188887777"], "551188887777@s.whatsapp.net"],
  ["5511988887777@c.us", ["551188887777"], "5511988887777@s.whatsapp.net"],
  ["(11) 98888-7777", ["551188887777"], "5511988887777@s.whatsapp.net"],
  ["11988887777", ["551188887777", "11988887777"], "5511988887777@s.whatsapp.net"],
  ["+55 (0) 11 98888-7777 ramal 12", ["551188887777"], "5511988887777@s.whatsapp.net"],
  ["https://wa.me/5511988887777?text=Oi%202026", ["551188887777"], "5511988887777@s.whatsapp.net"],
  ["5511988887777", ["551188887777"], "5511988887777@s.whatsapp.net"],
  ["34912345678@s.whatsapp.net", ["34912345678"], "34912345678@s.whatsapp.net"],
  // Digits that are no Brazilian number are taken as a chat's own address.
  ["351912345678", ["351912345678"], "351912345678@s.whatsapp.net"],
  ["5599123456", ["555599123456", "5599123456"], "555599123456@s.whatsapp.net"],
  // Bare digits may be Brazilian without 55, or stored with their country code.
  ["34912345678", ["5534912345678", "34912345678"], "5534912345678@s.whatsapp.net"],
  ["123456789012345@lid", ["123456789012345@lid"], "123456789012345@lid"],
  ["BR.1502576394655843@bsuid", ["BR.1502576394655843@bsuid"], "BR.1502576394655843@bsuid"],
])("%s is the chat %j", (written, keys, chatId) => {
  expect(parseChatTarget(written)).toEqual({ keys, chatId, numberId: null });
});

it.each([
  "",
  "abc",
  "123",
  "1".repeat(16),
  "0 15 11 98888",
  "+55 9912-3456",
  "(20) 98888-7777",
  "status@broadcast",
  "120363000000000000@g.us",
  "@lid",
  "@bsuid",
  "BR 1@bsuid",
  `BR.${"1".repeat(402)}@bsuid`,
  "1@2",
])("%j is no chat", (written) => {
  expect(parseChatTarget(written)).toHaveProperty("problem");
});

it.each([
  ["5511988887777@s.whatsapp.net", "5511988887777"],
  ["123456789012345@lid", null],
])("the number of %s is %s", (chatId, number) => {
  expect(getChatNumber(chatId)).toBe(number);
});

it("a business-scoped id and its chat name each other", () => {
  expect(toScopedChatId("BR.15")).toBe("BR.15@bsuid");
  expect(getScopedUserId("BR.15@bsuid")).toBe("BR.15");
  expect(getScopedUserId("5511988887777@s.whatsapp.net")).toBeNull();
  expect(getScopedUserId("../x@bsuid")).toBeNull();
});

it.each(["user:77/ção", "hex.00", " ", "a b", "😀".repeat(40), "x".repeat(128)])(
  "an id of another form, %j, is a chat that gives it back",
  (id) => {
    const chatId = toScopedChatId(id);
    expect(parseChatTarget(chatId)).toEqual({ keys: [chatId], chatId, numberId: null });
    expect(getScopedUserId(chatId)).toBe(id);
  },
);
