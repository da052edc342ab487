import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { PasskeyAnswer } from "@/lib/contracts/accounts/passkey-answer";
import type { NewPasskey } from "@/lib/contracts/accounts/passkeys";

/** Faults of a device, or of the page in between. */
interface Faults {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  /** The counter of this use, independent of earlier ones. */
  counter?: number;
  /** Nobody unlocked the device. */
  unverified?: boolean;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();

/** A device that makes passkeys (ES256, without attestation) and answers with them. */
export class Authenticator {
  readonly #key: { privateKey: KeyObject; publicKey: KeyObject };
  readonly credentialId = randomBytes(32);
  readonly #origin: string;
  #userHandle: string | undefined;
  #counter = 0;

  /** `counts`: as security keys do; a passkey that lives in a cloud always says 0. */
  constructor(
    appUrl: string,
    readonly counts = true,
  ) {
    this.#origin = new URL(appUrl).origin;
    this.#key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  create(
    options: { challenge: string; user: { id: string } },
    name = "Celular",
    faults: Faults = {},
  ): NewPasskey {
    this.#userHandle = options.user.id;
    const authData = Buffer.concat([
      this.#describeUse(HAS_KEY, faults),
      Buffer.alloc(16),
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      this.#encodeKey(),
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ]),
    );
    return {
      name,
      credential_id: this.credentialId.toString("base64url"),
      client_data: this.#describeClient("webauthn.create", options.challenge, faults),
      attestation: Buffer.from(attestation).toString("base64url"),
      transports: ["internal"],
    };
  }

  answer({ challenge }: { challenge: string }, faults: Faults = {}): PasskeyAnswer {
    const client_data = this.#describeClient("webauthn.get", challenge, faults);
    const authData = this.#describeUse(0, faults);
    const signed = Buffer.concat([authData, sha256(Buffer.from(client_data, "base64url"))]);
    return {
      credential_id: this.credentialId.toString("base64url"),
      client_data,
      authenticator_data: authData.toString("base64url"),
      signature: sign("sha256", signed, this.#key.privateKey).toString("base64url"),
      ...(this.#userHandle !== undefined && { user_handle: this.#userHandle }),
    };
  }

  #describeUse(flags: number, faults: Faults): Buffer {
    if (this.counts) this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(faults.counter ?? this.#counter);
    const rpId = faults.rpId ?? new URL(this.#origin).hostname;
    const all = flags | PRESENT | (faults.unverified ? 0 : VERIFIED);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counter]);
  }

  #describeClient(type: string, challenge: string, faults: Faults): string {
    const { origin = this.#origin } = faults;
    const data = { type: faults.type ?? type, challenge: faults.challenge ?? challenge, origin };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false })).toString("base64url");
  }

  /** As COSE writes a point of P-256. */
  #encodeKey(): Buffer {
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
    const key = new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      ...([
        [-2, bytes(x)],
        [-3, bytes(y)],
      ] as const),
    ]);
    return Buffer.from(isoCBOR.encode(key));
  }
}
