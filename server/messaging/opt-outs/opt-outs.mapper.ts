import type { z } from "zod/mini";
import type { OptOut } from "@/lib/contracts/messaging/opt-outs";
import { addNinthDigit } from "@/lib/domain/phone/phone";
import type { OptOutRow } from "./opt-out-list.repository";

export function toOptOut(row: OptOutRow): z.input<typeof OptOut> {
  return { ...row, number: toShownNumber(row.number), since: row.said_at };
}

/** An opaque chat id means nothing to a user. */
export function toShownNumber(number: string): string | null {
  return number.includes("@") ? null : addNinthDigit(number);
}
