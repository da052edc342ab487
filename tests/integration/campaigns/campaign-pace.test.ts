import { beforeEach, expect, test } from "vitest";
import * as pace from "@/server/campaigns/campaigns/pace.repository";
import { execute, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildUser, type TestUser } from "@/tests/factories/users";

/** What a number's caps, pauses and health are counted from: this account's messages, of their time, and no others. */

let user: TestUser;
let stranger: TestUser;
beforeEach(async () => {
  [user, stranger] = [await buildUser(), await buildUser()];
});

const phoneOf = ({ id }: TestUser) => `instance:${id}`;

interface Sent {
  state?: "sent" | "failed" | "skipped" | "unknown";
  cause?: string;
  firstContact?: boolean;
  /** How long ago, as PostgreSQL's intervals: "2 hours". */
  claimed?: string;
  settled?: string;
  /** Left after this message: how long ago, and by which way. */
  left?: { ago: string; source: "reply" | "person" };
}

/** Messages of an account, in one run; opt-outs are of the number each went to. */
async function buildSent(of: TestUser, messages: readonly Sent[]): Promise<void> {
  const { recipientIds } = await buildCampaign(of, {
    status: "completed",
    recipients: messages.map(({ state }) => state ?? "sent"),
  });
  for (const [at, id] of recipientIds.entries()) {
    const {
      cause = null,
      firstContact = true,
      claimed = "0 seconds",
      settled,
      left,
    } = messages[at] ?? {};
    await execute(
      sql`UPDATE campaign_recipients SET cause = ${cause}, first_contact = ${firstContact}, sender_key = ${phoneOf(of)},
                 claimed_at = now() - ${claimed}::interval, settled_at = now() - ${settled ?? claimed}::interval
          WHERE id = ${id}`,
    );
    if (!left) continue;
    await execute(
      sql`INSERT INTO opt_outs (owner_id, phone_key, source, created_at)
          SELECT owner_id, phone_key, ${left.source}, now() - ${left.ago}::interval FROM campaign_recipients WHERE id = ${id}`,
    );
  }
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test("first contacts of the last hour and of the day are told apart, whichever is longer", async () => {
  await buildSent(user, [
    { claimed: "59 minutes" },
    { claimed: "61 minutes" },
    { claimed: "30 minutes", firstContact: false },
    { claimed: "3 hours" },
  ]);
  await buildSent(stranger, [{ claimed: "1 minute" }]);
  const today = await pace.findFirstContacts(phoneOf(user), ago(2));
  expect(today.today).toBe(2);
  expect(today.lastHour).toHaveLength(1);
  // Soon after midnight the last hour begins before the day.
  const soonAfter = await pace.findFirstContacts(phoneOf(user), ago(0.25));
  expect(soonAfter.today).toBe(0);
  expect(soonAfter.lastHour).toHaveLength(1);
});

test("the latest outcomes are those of the number, of the last week, since a person last looked", async () => {
  await buildSent(user, [
    { state: "failed", claimed: "2 days" },
    { claimed: "1 day", left: { ago: "1 hour", source: "reply" } },
    { claimed: "3 hours", left: { ago: "2 hours", source: "person" } },
    { claimed: "1 hour", left: { ago: "2 hours", source: "reply" } },
    { state: "failed", cause: "no_whatsapp", claimed: "1 hour" },
    { state: "skipped", claimed: "1 hour" },
    { state: "failed", claimed: "8 days" },
  ]);
  await buildSent(stranger, [{ state: "failed", left: { ago: "0 seconds", source: "reply" } }]);
  const count = (limit: number, since: Date | null = null) =>
    pace.countRecent(user.id, { senderKey: null, since, limit });
  expect(await count(20)).toEqual({ messages: 4, failed: 1, optedOut: 1 });
  expect(await count(20, ago(25))).toEqual({ messages: 3, failed: 0, optedOut: 1 });
  expect(await count(20, ago(2.5))).toEqual({ messages: 1, failed: 0, optedOut: 0 });
  // The latest first.
  expect(await count(2)).toEqual({ messages: 2, failed: 0, optedOut: 0 });
});

test("a number's health counts what was sent and failed in its days, and who left because of it", async () => {
  await buildSent(user, [
    { claimed: "1 day", left: { ago: "1 hour", source: "reply" } },
    { claimed: "1 day", left: { ago: "1 hour", source: "person" } },
    { claimed: "1 hour", left: { ago: "2 hours", source: "reply" } },
    { state: "failed", claimed: "1 day" },
    { state: "skipped", claimed: "1 day", left: { ago: "1 hour", source: "reply" } },
    { claimed: "31 days" },
  ]);
  await buildSent(stranger, [{ left: { ago: "0 seconds", source: "reply" } }]);
  expect(await pace.countOutcomes(user.id, 30)).toEqual({ sent: 3, failed: 1, opted_out: 1 });
  expect(await pace.countOutcomes(user.id, 60)).toMatchObject({ sent: 4 });
});

test("an opt-out from the number of another account is none of ours", async () => {
  await buildSent(user, [{ claimed: "1 day" }]);
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, source)
        SELECT ${stranger.id}, phone_key, 'reply' FROM campaign_recipients WHERE owner_id = ${user.id}`,
  );
  expect(
    await pace.countRecent(user.id, { senderKey: null, since: null, limit: 20 }),
  ).toMatchObject({
    optedOut: 0,
  });
  expect(await pace.countOutcomes(user.id, 30)).toMatchObject({ opted_out: 0 });
});
