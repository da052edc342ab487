import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";

/** Faults of the issuer for tests; a client has to detect each of them. */
export const FLAWS = [
  "state",
  "nonce",
  "audience",
  "issuer",
  "response-issuer",
  "expired",
  "early",
  "unknown-key",
  "signature",
  "alg-none",
  "hs256",
  "no-id-token",
  "no-subject",
  "userinfo-subject",
] as const;
export type Flaw = (typeof FLAWS)[number];

export interface Key {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

export function createKey(): Key {
  return { kid: randomUUID(), ...generateKeyPairSync("rsa", { modulusLength: 2048 }) };
}

export function toJwk({ kid, publicKey }: Key) {
  return { ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" };
}

/** An ID token, with the requested flaw. */
export function writeIdToken(key: Key, claims: Record<string, unknown>, flaw: Flaw | null): string {
  const signing = flaw === "unknown-key" ? createKey() : key;
  const algorithm = flaw === "alg-none" ? "none" : flaw === "hs256" ? "HS256" : "RS256";
  const head = encode({ alg: algorithm, kid: signing.kid, typ: "JWT" });
  const signed = `${head}.${encode(withFlaw(claims, flaw))}`;
  if (algorithm === "none") return `${signed}.`;
  if (algorithm === "HS256") {
    // A client that uses the public key as a shared secret accepts this signature.
    const secret = key.publicKey.export({ format: "pem", type: "spki" });
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  }
  const signature = sign("sha256", Buffer.from(signed), signing.privateKey);
  if (flaw === "signature") signature[10] = (signature[10] ?? 0) ^ 0xff;
  return `${signed}.${signature.toString("base64url")}`;
}

function withFlaw(claims: Record<string, unknown>, flaw: Flaw | null): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  if (flaw === "nonce") return { ...claims, nonce: randomUUID() };
  if (flaw === "audience") return { ...claims, aud: "another-client" };
  if (flaw === "issuer") return { ...claims, iss: "https://another.example" };
  if (flaw === "expired") return { ...claims, iat: now - 7_200, exp: now - 3_600 };
  if (flaw === "early") return { ...claims, nbf: now + 3_600 };
  if (flaw === "no-subject") return { ...claims, sub: undefined };
  return claims;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
