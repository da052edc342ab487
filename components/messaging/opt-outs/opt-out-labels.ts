import type { OptOut } from "@/lib/contracts/messaging/opt-outs";
import { formatKeptNumber } from "@/lib/domain/phone/phone";

/** The number as people write it; Brazilian ones with their country code. */
export function formatBlockedNumber({ number }: OptOut): string {
  if (number === null) return "Número não informado";
  const formatted = formatKeptNumber(number);
  return formatted.startsWith("+") ? formatted : `+${number}`;
}
