import { describeRefused, type KeptNumber, toKeptNumber } from "@/lib/domain/phone/read-number";
import { AppError } from "@/lib/errors";

/** @throws AppError invalid_whatsapp_number, in the wording of the API specification */
export function requireKeptNumber(number: string): KeptNumber {
  const kept = toKeptNumber(number);
  if (kept) return kept;
  const problem = describeRefused(number);
  const message = `Invalid WhatsApp number "${number}": ${problem}`;
  throw new AppError("invalid_whatsapp_number", message, { fields: { whatsapp: message } });
}
