import { getPhoneKey } from "@/lib/domain/phone/phone";
import { radarPath } from "@/lib/paths";
import { markLeadsOptedOut } from "@/server/leads/leads/lead-marks.service";
import { findOptedOut } from "@/server/messaging/opt-outs/opt-outs.service";
import { checkNumber } from "@/server/messaging/whatsapp/number-check.service";
import { transaction } from "@/server/platform/db/transaction";
import type { Leased } from "@/server/platform/jobs/leased-work";
import { publish } from "@/server/platform/live/publish";
import { notifyOwners } from "@/server/platform/mail/mail.service";
import * as findings from "./radar-findings.repository";
import * as runs from "./radar-runs.repository";
import * as radars from "./radars.repository";

/** A run while this worker holds its lease. */
export type Run = Leased;

/** What one step of a run works on. */
export interface Turn {
  run: Run;
  row: runs.RunRow;
  radar: radars.RadarRow;
}

/** Runs `write` in a transaction that locks the lease; does nothing when it was lost. */
export async function withLease(run: Run, write: () => Promise<void>): Promise<void> {
  await transaction(async () => {
    if (await runs.radarLeases.lock(run.id, run.leaseNo)) await write();
  });
}

const keyOf = (phone: string) => getPhoneKey(phone) ?? "";

/** New leads whose number opted out are not to be contacted. Call with the lease held. */
export async function blockOptedOut(
  { ownerId }: Run,
  outcomes: readonly { outcome: string; whatsapp: string | null }[],
): Promise<void> {
  const keys = outcomes.flatMap(({ outcome, whatsapp }) =>
    outcome === "created" && whatsapp ? [keyOf(whatsapp)] : [],
  );
  const optedOut = await findOptedOut(ownerId, keys);
  if (optedOut.size > 0) await markLeadsOptedOut(ownerId, [...optedOut]);
}

/** WhatsApp blocks numbers that ask about many strangers. */
const MOST_CHECKED = 50;

/** Finds out which of a run's first leads are on WhatsApp, where one is connected. */
export async function checkNumbers(run: Run): Promise<void> {
  const unchecked = await findings.findUnchecked(run.ownerId, run.id, MOST_CHECKED);
  const optedOut = await findOptedOut(
    run.ownerId,
    unchecked.map(({ phone }) => keyOf(phone)),
  );
  for (const { id, phone } of unchecked) {
    if (run.signal.aborted) return;
    if (optedOut.has(keyOf(phone))) continue;
    const { outcome } = await checkNumber(run.ownerId, phone, "default");
    // Not connected, or not answering: the same will happen for the others.
    if (outcome === "unknown") return;
    if (outcome === "somebody_else") continue;
    await withLease(run, () => findings.setOnWhatsapp(run.ownerId, id, outcome === "exists"));
  }
}

/** Mails the owner once what a run found, in the transaction that records this. */
export async function tell(run: Run): Promise<void> {
  await withLease(run, () => tellInTransaction(run));
}

async function tellInTransaction(run: Run): Promise<void> {
  const row = await runs.findRun(run.ownerId, run.id);
  if (!row || row.told_at) return;
  await runs.updateRun(run.ownerId, run.id, { told_at: new Date() });
  if (!(await findings.hasNews(run.ownerId, run.id))) return;
  await notifyOwners(run.ownerId, "radar_found", radarPath(row.radar_id));
}

/** Ends a run after notifying its owner. `note` replaces the radar's note, null removes it. */
export async function finish(
  run: Run,
  status: "completed" | "error",
  note: string | null | undefined,
): Promise<void> {
  await withLease(run, async () => {
    await tellInTransaction(run);
    const row = await runs.findRun(run.ownerId, run.id);
    if (row && note !== undefined) await radars.setNote(run.ownerId, row.radar_id, note);
    await runs.endRun(run.ownerId, run.id, status);
    publish(run.ownerId, "radars.changed", {});
  });
}
