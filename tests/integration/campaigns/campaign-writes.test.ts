import { beforeEach, describe, expect, test } from "vitest";
import * as delivery from "@/server/campaigns/campaigns/delivery.repository";
import * as runs from "@/server/campaigns/campaigns/runs.repository";
import type { OwnerId } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildUser, type TestUser } from "@/tests/factories/users";

/** What the engine writes touches one run, by the worker that holds it, and a recipient only in the state it must be in. */

interface Held {
  user: TestUser;
  run: { id: number; ownerId: OwnerId; leaseNo: number };
  recipients: number[];
}

/** A run that a worker holds, on its third lease. */
async function buildHeld(
  states: "pending"[] = [],
  status: "running" | "completed" = "running",
): Promise<Held> {
  const user = await buildUser();
  const { runId, recipientIds } = await buildCampaign(user, { status, recipients: states });
  const id = runId ?? 0;
  await execute(
    sql`UPDATE campaign_runs SET lease_no = 3, lease_until = now() + interval '20 seconds' WHERE id = ${id}`,
  );
  return { user, run: { id, ownerId: user.id, leaseNo: 3 }, recipients: recipientIds };
}

/** As if they had been claimed. */
async function claim(recipientIds: readonly number[]): Promise<void> {
  await execute(
    sql`UPDATE campaign_recipients
        SET state = 'sending', message_id = 'M' || id, settled_at = NULL,
            claimed_at = now()
        WHERE id = ANY (${recipientIds}::int[])`,
  );
}

const storedRun = async ({ run }: Held) =>
  (await rows(sql`SELECT * FROM campaign_runs WHERE id = ${run.id}`))[0];
const storedRecipients = ({ run }: Held) =>
  rows<{ id: number; state: string; cause: string | null; detail: string | null }>(
    sql`SELECT id, state, cause, detail FROM campaign_recipients WHERE run_id = ${run.id} ORDER BY id`,
  );
const stateOf = async (held: Held) => (await storedRecipients(held)).map(({ state }) => state);

let held: Held;
let other: Held;
beforeEach(async () => {
  held = await buildHeld(["pending", "pending"]);
  other = await buildHeld(["pending", "pending"]);
});

const AT = new Date(Date.now() + 3_600_000);

describe("a run", () => {
  test.each<[string, (run: Held["run"]) => Promise<unknown>, object]>([
    ["the next send", (run) => runs.setNextSends([{ run, at: AT }]), { next_send_at: AT }],
    [
      "a wait",
      (run) => runs.setWait(run, AT, { notice: "Espere", cause: "disconnected" }),
      {
        ...{ next_send_at: AT, notice: "Espere", wait_cause: "disconnected" },
        trouble_since: expect.any(Date),
      },
    ],
    [
      "a pause",
      (run) => runs.pauseRun(run, "Pausada"),
      { notice: "Pausada", wait_cause: "guard", paused_at: expect.any(Date) },
    ],
    ["typing", (run) => runs.setTyping(run, 1, AT), { typing_for: 1, next_send_at: AT }],
    [
      "its end",
      (run) => runs.endRun(run, "stopped", "Parou"),
      { status: "stopped", error_message: "Parou" },
    ],
  ])("takes %s from the worker that holds it, and from no other", async (_what, write, written) => {
    const before = await storedRun(held);
    await write({ ...held.run, leaseNo: 2 });
    await write({ ...held.run, id: held.run.id + 1_000_000 });
    expect(await storedRun(held)).toEqual(before);
    expect(await stateOf(held)).toEqual(["pending", "pending"]);
    await write(held.run);
    expect(await storedRun(held)).toMatchObject(written);
    // The other run has the same lease number.
    expect(await storedRun(other)).toMatchObject({
      status: "running",
      next_send_at: null,
      notice: null,
    });
    expect(await stateOf(other)).toEqual(["pending", "pending"]);
  });

  test("in trouble keeps since when, until something goes out; a mere wait forgets it", async () => {
    const trouble = { notice: "Sem conexão", cause: "disconnected" } as const;
    await runs.setWait(held.run, AT, trouble);
    await execute(
      sql`UPDATE campaign_runs SET trouble_since = trouble_since - interval '1 hour' WHERE id = ${held.run.id}`,
    );
    const since = (await storedRun(held))?.["trouble_since"];
    await runs.setWait(held.run, AT, trouble);
    expect(await storedRun(held)).toMatchObject({ trouble_since: since });
    await runs.setWait(held.run, AT, { ...trouble, cause: "window" });
    expect(await storedRun(held)).toMatchObject({ trouble_since: null });
  });

  test("is paused once: when it was is kept", async () => {
    await runs.pauseRun(held.run, "Primeira");
    await runs.pauseRun(held.run, "Segunda");
    expect(await storedRun(held)).toMatchObject({ notice: "Primeira" });
  });

  test("ends once, and passes over those who are still in the line", async () => {
    await claim(held.recipients.slice(0, 1));
    expect(await runs.endRun(held.run, "completed", null)).toBe(true);
    expect(await storedRecipients(held)).toMatchObject([
      { state: "sending" },
      { state: "skipped", cause: "stopped" },
    ]);
    expect(await stateOf(other)).toEqual(["pending", "pending"]);
    expect(await runs.endRun(held.run, "error", "de novo")).toBe(false);
    expect(await storedRun(held)).toMatchObject({ status: "completed", error_message: null });
  });

  test("is locked by the worker that holds it, while it runs", async () => {
    const ended = await buildHeld([], "completed");
    const stale = { ...other.run, leaseNo: 2 };
    const lock = async (...wanted: Held["run"][]) =>
      (await transaction(() => runs.lockRuns(wanted))).map(({ id }) => id);
    expect(await lock(held.run, stale, ended.run)).toEqual([held.run.id]);
    expect(await lock(other.run, held.run)).toEqual([held.run.id, other.run.id]);
    const { has_open_send } = (await transaction(() => runs.lockRuns([held.run])))[0] ?? {};
    expect(has_open_send).toBe(false);
    await claim(other.recipients);
    const [mine, theirs] = await transaction(() => runs.lockRuns([held.run, other.run]));
    expect([mine?.has_open_send, theirs?.has_open_send]).toEqual([false, true]);
    expect([await runs.hasOpenSend(held.run.id), await runs.hasOpenSend(other.run.id)]).toEqual([
      ...[false, true],
    ]);
  });
});

describe("a recipient", () => {
  const [first, second] = [0, 1];
  const idOf = (of: Held, at: number) => of.recipients[at] ?? 0;
  const asClaim = (recipientId: number) => ({
    recipientId,
    messageId: `new ${recipientId}`,
    text: "Oi",
    isFirstContact: true,
    senderKey: `instance:${held.user.id}`,
  });

  test("is claimed from the line alone, and keeps the id of its message", async () => {
    const id = idOf(held, first);
    const ids = await delivery.markSending([asClaim(id)]);
    expect(ids).toEqual(new Map([[id, `new ${id}`]]));
    expect(await stateOf(held)).toEqual(["sending", "pending"]);
    await expect(delivery.markSending([asClaim(id)])).rejects.toThrow(/left its place/);
    await delivery.returnToPending(held.user.id, id, new Date(), "de novo");
    const again = await delivery.markSending([{ ...asClaim(id), messageId: "another" }]);
    expect(again.get(id)).toBe(`new ${id}`);
    const [tried] = await rows(sql`SELECT attempts FROM campaign_recipients WHERE id = ${id}`);
    expect(tried).toEqual({ attempts: 2 });
    expect(await stateOf(other)).toEqual(["pending", "pending"]);
  });

  test.each<[string, (id: number) => Promise<unknown>, object]>([
    [
      "passed over",
      (id) => delivery.skipRecipient(id, { cause: "answered", detail: "Escreveu" }),
      { state: "skipped", cause: "answered", detail: "Escreveu" },
    ],
    [
      "failed for its number",
      (id) => delivery.failMissing(id, "Sem WhatsApp"),
      { state: "failed", cause: "no_whatsapp", detail: "Sem WhatsApp" },
    ],
  ])("is %s only while it is in the line", async (_what, write, written) => {
    const id = idOf(held, first);
    await claim([id]);
    await write(id);
    expect(await stateOf(held)).toEqual(["sending", "pending"]);
    await write(idOf(held, second));
    expect((await storedRecipients(held))[second]).toMatchObject(written);
    expect(await stateOf(other)).toEqual(["pending", "pending"]);
  });

  test("is settled once, and only while it is being sent to", async () => {
    const sent = (id: number) => ({
      recipientId: id,
      providerMessageId: `P${id}`,
      reported: false,
    });
    const [one, two] = [idOf(held, first), idOf(held, second)];
    await claim([one]);
    await claim(other.recipients);
    expect(await delivery.settleSent([sent(one), sent(two)])).toEqual(new Map([[one, null]]));
    expect(await delivery.settleSent([sent(one)])).toEqual(new Map());
    expect(await stateOf(held)).toEqual(["sent", "pending"]);
    const failed = { state: "failed", cause: "refused", detail: "Recusada" } as const;
    expect(await delivery.settleUnsent(one, failed)).toBe(false);
    expect(await delivery.settleUnsent(two, failed)).toBe(false);
    expect(await stateOf(held)).toEqual(["sent", "pending"]);
    expect(await delivery.settleUnsent(idOf(other, first), failed)).toBe(true);
    expect(await storedRecipients(other)).toMatchObject([failed, { state: "sending" }]);
  });

  test("whose send has no outcome becomes unknown with its run, and no other run's", async () => {
    await claim([idOf(held, first)]);
    await claim(other.recipients);
    expect(await delivery.markOpenSendsUnknown(held.run.id, "Sem confirmação")).toHaveLength(1);
    expect(await storedRecipients(held)).toMatchObject([
      { state: "unknown", cause: "unconfirmed", detail: "Sem confirmação" },
      { state: "pending" },
    ]);
    expect(await stateOf(other)).toEqual(["sending", "sending"]);
  });

  test("makes the run's next step due while it waits in the line", async () => {
    const settle = (id: number) =>
      execute(sql`UPDATE campaign_recipients SET state = 'sent' WHERE id = ${id}`);
    const findDue = () => delivery.findNextDue(held.run);
    expect((await findDue())?.getTime()).toBeLessThanOrEqual(Date.now());
    await execute(
      sql`UPDATE campaign_recipients SET not_before = ${AT} WHERE run_id = ${held.run.id}`,
    );
    expect(await findDue()).toEqual(AT);
    await claim([idOf(held, first)]);
    expect(await findDue()).toEqual(AT);
    await settle(idOf(held, second));
    expect(await findDue()).toBeNull();
  });
});
