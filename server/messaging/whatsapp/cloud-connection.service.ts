import type { CloudCredentials } from "@/lib/contracts/messaging/whatsapp";
import { AppError } from "@/lib/errors";
import type { CredentialsCheck } from "@/server/messaging/gateway/whatsapp.gateway";
import type { OwnerId } from "@/server/platform/actor";
import type { Which } from "./instances.service";
import { storeConnection } from "./pairing.service";
import { getWhatsappProvider } from "./provider.service";

type Field = Extract<CredentialsCheck, { outcome: "refused" }>["field"];

const REFUSED: Record<Field, [keyof CloudCredentials, string]> = {
  phone: ["phone_number_id", "A Meta não conhece este número, ou o token não dá acesso a ele."],
  account: ["business_account_id", "O token não dá acesso a esta conta."],
  token: ["access_token", "A Meta recusou este token."],
};

/**
 * Connects a number of the Cloud API, once Meta accepted its credentials. The token is stored sealed and never sent
 * back.
 * @throws AppError invalid_input naming the field that Meta refuses; conflict; unavailable when Meta does not respond
 */
export async function connectCloud(
  ownerId: OwnerId,
  which: Which,
  { phone_number_id: phone, business_account_id: account, access_token: token }: CloudCredentials,
) {
  const { credentials } = getWhatsappProvider();
  if (!credentials) {
    throw new AppError("invalid_input", "Este WhatsApp se conecta pelo celular, com um QR Code.");
  }
  const check = await credentials.verify({ phone, account, token });
  if (check.outcome === "refused") {
    const [field, sentence] = REFUSED[check.field];
    throw new AppError("invalid_input", sentence, { fields: { [field]: sentence } });
  }
  return storeConnection(ownerId, which, { phone, account, token, number: check.number });
}
