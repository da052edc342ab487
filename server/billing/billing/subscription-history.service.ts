import type { Debit } from "@/lib/domain/billing/pro-access";
import type { RecordStatus } from "@/lib/domain/plans/billing";
import { recordEvent } from "@/server/integrations/events/events.service";
import type { OwnerId } from "@/server/platform/actor";

interface State {
  status: RecordStatus;
  plan: string;
  cancel_at_period_end: boolean;
  debit: Debit;
}

const UNPAID: readonly RecordStatus[] = ["past_due", "unpaid"];

/** Records the changes of a subscription in the account's history. Call inside the transaction that writes it. */
export async function recordChanges(ownerId: OwnerId, before: State, after: State): Promise<void> {
  const metadata = { plan: after.plan };
  if (UNPAID.includes(after.status) && !UNPAID.includes(before.status)) {
    await recordEvent(ownerId, "payment_failed", { metadata });
  }
  if (after.debit === "ended" && before.debit !== "ended") {
    await recordEvent(ownerId, "debit_ended", { metadata });
  }
  if (after.status === "canceled" || after.cancel_at_period_end === before.cancel_at_period_end) {
    return;
  }
  const eventType = after.cancel_at_period_end ? "subscription_canceled" : "subscription_resumed";
  await recordEvent(ownerId, eventType, { metadata });
}
