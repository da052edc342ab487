import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { expect, it } from "vitest";
import { sealSession } from "./session-store";

it("seals the session with the hash of the passphrase", async () => {
  const session = {
    token: "token",
    user: { id: 1, name: "Ana", email: "ana@teste.example", plan: "free" as const },
    plan: "free" as const,
  };
  const sealed = Uint8Array.from(atob(sealSession(session)), (byte) => byte.charCodeAt(0));
  const passphrase = new TextEncoder().encode("garimpo:prospeccao-b2b-inteligente");
  const key = new Uint8Array(await crypto.subtle.digest("SHA-256", passphrase));
  const plain = xchacha20poly1305(key, sealed.subarray(0, 24)).decrypt(sealed.subarray(24));
  expect(JSON.parse(new TextDecoder().decode(plain))).toEqual(session);
});
