import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { PasskeyAnswer } from "@/lib/contracts/accounts/passkey-answer";
import type { NewPasskey } from "@/lib/contracts/accounts/passkeys";
import { PASSKEY_TRANSPORTS } from "@/lib/domain/accounts/passkeys";
import { AppError } from "@/lib/errors";

/** Loaded when a passkey is used: few visits do. */
const loadWebAuthn = () => import("@simplewebauthn/browser");

/** Makes the device create a passkey; the device asks the user to unlock it. @throws AppError */
export async function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<Omit<NewPasskey, "name">> {
  const { id, response } = await asking(async ({ startRegistration }) =>
    startRegistration({ optionsJSON }),
  );
  return {
    credential_id: id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: PASSKEY_TRANSPORTS.filter((known) => response.transports?.includes(known)),
  };
}

/** Makes one of the device's passkeys answer a challenge. @throws AppError */
export async function answerChallenge(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<PasskeyAnswer> {
  const { id, response } = await asking(async ({ startAuthentication }) =>
    startAuthentication({ optionsJSON }),
  );
  return {
    credential_id: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle && { user_handle: response.userHandle }),
  };
}

async function asking<T>(
  ask: (library: Awaited<ReturnType<typeof loadWebAuthn>>) => Promise<T>,
): Promise<T> {
  const library = await loadWebAuthn().catch((cause: unknown) => {
    throw new AppError("unavailable", "", { cause });
  });
  if (!library.browserSupportsWebAuthn()) throw new AppError("forbidden", UNSUPPORTED);
  try {
    return await ask(library);
  } catch (cause) {
    throw new AppError("forbidden", describeFailure(cause), { cause });
  }
}

const UNSUPPORTED =
  "Este navegador não pode usar chaves de acesso. Tente outro navegador ou aparelho.";

function describeFailure(error: unknown): string {
  switch (error instanceof Error ? error.name : "") {
    case "InvalidStateError":
      return "Este aparelho já tem uma chave de acesso desta conta.";
    case "NotAllowedError":
    case "AbortError":
      return "A chave de acesso não foi usada: o pedido foi cancelado ou demorou demais.";
    case "SecurityError":
      return "Chaves de acesso só funcionam no endereço desta instalação, com HTTPS.";
    default:
      return UNSUPPORTED;
  }
}
