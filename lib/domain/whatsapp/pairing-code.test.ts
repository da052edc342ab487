import { expect, test } from "vitest";
import { formatPairingCode } from "./pairing-code";

test("a pairing code is shown in two groups", () => {
  expect(formatPairingCode("abcd1234")).toBe("ABCD-1234");
});
