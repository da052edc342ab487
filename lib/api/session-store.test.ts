import { createHash } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { expect, it } from "vitest";
import { sealSession } from "./session-store";

it("seals the session with the hash of the passphrase", () => {
  const session = {
    token: "token",
    user: { id: 1, name: "Ana", email: "ana@teste.example", plan: "free" as const },
    plan: "free" as const,
  };
  const sealed = Buffer.from(sealSession(session), "base64");
  const key = createHash("sha256").update("garimpo:prospeccao-b2b-inteligente").digest();
  const plain = xchacha20poly1305(key, sealed.subarray(0, 24)).decrypt(sealed.subarray(24));
  expect(JSON.parse(Buffer.from(plain).toString())).toEqual(session);
});
