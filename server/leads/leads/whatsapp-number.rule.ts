import { toPhoneKey, whatsappNumberProblem } from "@/lib/domain/phone/phone";
import { AppError } from "@/lib/errors";

/** @throws AppError invalid_whatsapp_number, in the wording of the API specification */
export function requirePhoneKey(number: string): string {
  const problem = whatsappNumberProblem(number);
  const key = toPhoneKey(number);
  if (problem === null && key !== null) return key;
  const message = `Invalid WhatsApp number "${number}": ${problem}`;
  throw new AppError("invalid_whatsapp_number", message, { fields: { whatsapp: message } });
}
