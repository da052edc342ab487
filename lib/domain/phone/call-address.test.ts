import { expect, test } from "vitest";
import { toCallAddress } from "./call-address";

test.each([
  ["5511987654321", null, "tel:+5511987654321"],
  ["351912345678", "(11) 3333-4444", "tel:+351912345678"],
  [null, "(11) 3333-4444", "tel:+551133334444"],
  [null, "551133334444", "tel:+551133334444"],
  [null, "(11) 3333-4444 ramal 12", "tel:+551133334444"],
  [null, "(11) 3333-4444 / 4445", "tel:+551133334444"],
  [null, "Tel. 11 3333 4444", "tel:+551133334444"],
  [null, "0800 123 4567", "tel:08001234567"],
  [null, "3333-4444", "tel:33334444"],
  [null, "+351 21 345 6789", "tel:+351213456789"],
  [null, null, "tel:"],
])("whatsapp %s and telephone %s are called by %s", (whatsapp, phone, address) => {
  expect(toCallAddress({ whatsapp, phone })).toBe(address);
});
