import { beforeAll, describe, expect, test } from "vitest";
import { users } from "@/lib/contracts/accounts/users";
import { admin } from "@/lib/contracts/backoffice/admin";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { tellOfLostConnections } from "@/server/campaigns/campaigns/engine/lost-connections.service";
import { startDueCampaigns } from "@/server/campaigns/campaigns/plan/campaign-schedule.service";
import { claimWeek, findUntold } from "@/server/insights/team-results/week-mails.repository";
import { announce } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import { remindOfDueTasks } from "@/server/leads/tasks/task-reminders.service";
import { confirmOptOuts } from "@/server/messaging/chat/opt-out-confirmation.service";
import { claimUnasked as claimUnaskedLimits } from "@/server/messaging/portfolios/portfolios.repository";
import { sendScheduledMessages } from "@/server/messaging/scheduled-messages/send-scheduled.service";
import { claimSocket, findFreeSockets } from "@/server/messaging/sockets/socket-leases.service";
import { claimUnasked } from "@/server/messaging/whatsapp/new-chat-quotas.repository";
import { logOutClosedAccounts } from "@/server/messaging/whatsapp/pairing.service";
import {
  claimContactReads,
  claimHistoryReads,
  claimLooks,
} from "@/server/messaging/whatsapp/phone-readings.service";
import { claimRecoveries } from "@/server/messaging/whatsapp/recoveries.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import type { LeasedWork } from "@/server/platform/jobs/leased-work";
import { enqueueNotice } from "@/server/platform/mail/mail.service";
import { startDueRadars } from "@/server/radar/radars/radar-schedule.service";
import { buildCampaign } from "@/tests/factories/campaigns";
import {
  buildApiToken,
  buildConversation,
  buildImport,
  buildOptOut,
  buildRadar,
  buildRadarRun,
  buildRunningCampaign,
  buildSearch,
  buildWebhook,
} from "@/tests/factories/owned-rows";
import { buildMember, buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { openStream } from "@/tests/support/event-stream";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp } from "@/tests/support/whatsapp";
import { leasedWorks } from "@/workers/leased-work";
import { ALL_DUTIES } from "@/workers/schedules";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
let boss: TestUser;

beforeAll(async () => {
  boss = await buildUser({ id: 4 });
});

const setActive = (user: TestUser, active: boolean) =>
  execute(sql`UPDATE accounts SET is_active = ${active} WHERE id = ${user.id}`);

const idOf = async (query: ReturnType<typeof sql>) =>
  (await firstRow<{ id: number }>(query))?.id ?? 0;

async function buildDelivery(user: TestUser, prompt: boolean): Promise<number> {
  await buildWebhook(user, { prompt });
  await transaction(() => announce(user.id, "lead.created", [{ lead_id: 1 }]));
  return idOf(sql`SELECT id FROM webhook_deliveries WHERE owner_id = ${user.id}`);
}

/** A row that is due, of each table whose rows workers process. */
const DUE_ROWS: Record<string, ((user: TestUser) => Promise<number>) | "even inactive"> = {
  "campaigns.deliver-run": async (user) => {
    await buildRunningCampaign(user);
    return idOf(sql`SELECT id FROM campaign_runs WHERE owner_id = ${user.id}`);
  },
  "searches.run": buildSearch,
  "radars.run": buildRadarRun,
  "imports.run": (user) => buildImport(user, "processing"),
  "mails.send": async (user) => {
    const expiresAt = new Date(Date.now() + 60_000);
    await enqueueNotice({
      personId: user.personId,
      kind: "webhook_off",
      link: "http://x",
      expiresAt,
    });
    return idOf(sql`SELECT id FROM mails WHERE user_id = ${user.personId}`);
  },
  "media.fetch": async (user) => {
    await buildConversation(user);
    return idOf(
      sql`INSERT INTO message_media (owner_id, message_id, state) SELECT owner_id, id, 'pending' FROM messages
          WHERE owner_id = ${user.id} RETURNING id`,
    );
  },
  "webhooks.deliver": (user) => buildDelivery(user, true),
  "webhooks.deliver-slow": (user) => buildDelivery(user, false),
  "privacy.erase": "even inactive",
  "accounts.archive": async ({ id }) =>
    idOf(
      sql`INSERT INTO account_exports (owner_id, requested_on) VALUES (${id}, '2026-01-31') RETURNING id`,
    ),
  "accounts.delete": "even inactive",
  "registry.import": "even inactive",
  "billing.event": "even inactive",
  "billing.order": "even inactive",
};

/** Duties that claim nothing that is an account's, or must end what concerns an account that is closed. */
const HARMLESS = [
  ...["heartbeat", "beat"],
  ...["match billing events", "end lapsed plans", "compare billing records"],
  // Finds out what became of messages that went out before.
  ...["settle open sends", "settle campaign sends", "adopt sends"],
  // Ends what a person of the account began before.
  "finish handovers",
  ...["roll up events", "turn event months", "expire media", "remove released media"],
  "remove unfinished media",
  ...["log out closed accounts", "mend misread numbers"],
];

describe("the claims of workers leave out accounts that are not active", () => {
  test("every duty and every leased table is covered here", () => {
    expect(Object.keys(DUE_ROWS).toSorted()).toEqual(
      leasedWorks.map(({ job }) => job.name).toSorted(),
    );
    const covered = [
      ...["campaigns due", "confirm opt-outs", "read histories", "read address books"],
      ...["ask new chat quotas", "ask portfolio limits", "look for missed messages"],
      ...["recover conversations", "start due radars"],
      ...["remind of due tasks", "send scheduled messages", "tell of lost connections"],
      ...["check sites of leads", "deal conversations", "remind of deletions", "clarify answers"],
      "mail weeks of teams",
    ];
    const open = ALL_DUTIES.map(({ name }) => name).filter(
      (name) =>
        !/^(unclaimed rows of|delete|trim|expire|empty) /.test(name) && !HARMLESS.includes(name),
    );
    expect(open.toSorted()).toEqual(covered.toSorted());
  });

  test.each(leasedWorks.filter(({ job }) => DUE_ROWS[job.name] !== "even inactive"))(
    "rows of $job.name",
    async ({ job, leases }: LeasedWork) => {
      const build = DUE_ROWS[job.name];
      if (typeof build !== "function") throw new Error(job.name);
      const user = await buildUser();
      const id = await build(user);
      const isFound = async () => (await leases.findUnclaimed(1_000)).some((row) => row.id === id);
      await setActive(user, false);
      expect(await isFound()).toBe(false);
      expect(await transaction(() => leases.claim(id, 20))).toBeNull();
      await setActive(user, true);
      expect(await isFound()).toBe(true);
      const claim = await transaction(() => leases.claim(id, 20));
      expect(claim).not.toBeNull();
      // Who holds it lets go at the next renewal.
      expect(await leases.renew(id, claim?.lease_no ?? 0, 20)).toBe(true);
      await setActive(user, false);
      expect(await leases.renew(id, claim?.lease_no ?? 0, 20)).toBe(false);
    },
  );

  test("connections that a worker holds, except until the phone is logged out", async () => {
    const user = await buildUser();
    await buildConversation(user);
    const id = await idOf(sql`SELECT id FROM whatsapp_instances WHERE owner_id = ${user.id}`);
    await execute(sql`INSERT INTO whatsapp_sockets (id, owner_id) VALUES (${id}, ${user.id})`);
    await setActive(user, false);
    expect(await findFreeSockets(1_000)).not.toContain(id);
    expect(await claimSocket(id)).toBeNull();
    await execute(
      sql`UPDATE whatsapp_instances SET log_out_due_at = now() - interval '1 millisecond' WHERE id = ${id}`,
    );
    expect(await findFreeSockets(1_000)).toContain(id);
    expect(await claimSocket(id)).not.toBeNull();
  });

  test("campaigns that are due", async () => {
    const user = await buildUser({ plan: "pro" });
    await execute(
      sql`INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids, scheduled_at, next_run_at)
          VALUES (${user.id}, 1, 'Campanha', 1, '{Oi}', '{}', now(), now())`,
    );
    const runs = () => rows(sql`SELECT 1 FROM campaign_runs WHERE owner_id = ${user.id}`);
    await setActive(user, false);
    await startDueCampaigns.run();
    expect(await runs()).toEqual([]);
    await setActive(user, true);
    await startDueCampaigns.run();
    expect(await runs()).toHaveLength(1);
  });

  test("address books, histories and recoveries that are due", async () => {
    const user = await buildUser();
    await pairWhatsapp(api, sandbox, user);
    const due = async () => {
      await execute(
        sql`UPDATE whatsapp_instances SET contacts_due_at = now() - interval '1 millisecond', history_due_at = now() - interval '1 millisecond', recover_due_at = now() - interval '1 millisecond'
            WHERE owner_id = ${user.id}`,
      );
      const [books, histories] = [await claimContactReads(100, 1), await claimHistoryReads(100, 1)];
      const recoveries = await claimRecoveries(100, 1);
      return [
        books.some(({ ownerId }) => ownerId === user.id),
        histories.some(({ owner_id }) => owner_id === user.id),
        recoveries.some(({ owner_id }) => owner_id === user.id),
      ];
    };
    await setActive(user, false);
    expect(await due()).toEqual([false, false, false]);
    await setActive(user, true);
    // A claim passes over a row that the provider's last event holds at that moment.
    await until(async () => (await due()).every(Boolean), "all to be claimed");
  });

  test("questions about the quota and about what was missed", async () => {
    const user = await buildUser();
    await pairWhatsapp(api, sandbox, user);
    const due = async () => {
      await execute(
        sql`UPDATE whatsapp_instances SET looked_at = NULL WHERE owner_id = ${user.id}`,
      );
      await execute(sql`DELETE FROM new_chat_quotas WHERE owner_id = ${user.id}`);
      const [looks, quotas] = [await claimLooks(100, 1), await claimUnasked(100)];
      return [looks, quotas].map((claimed) => claimed.some(({ owner_id }) => owner_id === user.id));
    };
    await setActive(user, false);
    expect(await due()).toEqual([false, false]);
    await setActive(user, true);
    // A claim passes over a row that the provider's last event holds at that moment.
    await until(async () => (await due()).every(Boolean), "both to be claimed");
  });

  test("questions about Meta's limit of people", async () => {
    const user = await buildUser();
    await pairWhatsapp(api, sandbox, user);
    const account = `waba-${user.id}`;
    await execute(
      sql`UPDATE whatsapp_instances SET account_ref = ${account}, status = 'CONNECTED' WHERE owner_id = ${user.id}`,
    );
    const isDue = async () => {
      await execute(sql`DELETE FROM portfolio_limits WHERE account_ref = ${account}`);
      return (await claimUnaskedLimits(6, 1_000)).some(
        ({ account_ref }) => account_ref === account,
      );
    };
    await setActive(user, false);
    expect(await isDue()).toBe(false);
    await setActive(user, true);
    expect(await isDue()).toBe(true);
  });

  test("reminders of tasks", async () => {
    const [closed, open] = [await buildUser(), await buildUser()];
    for (const { id } of [closed, open]) {
      await execute(
        sql`INSERT INTO tasks (owner_id, what, due_on, due_time)
            SELECT ${id}::int, 'Ligar', past::date, past::time
            FROM (SELECT (now() - interval '1 minute') AT TIME ZONE 'America/Sao_Paulo' AS past) AS moment`,
      );
    }
    await setActive(closed, false);
    await remindOfDueTasks.run();
    const told = await rows<{ owner_id: number }>(
      sql`SELECT owner_id FROM events WHERE event_type = 'task_due' AND owner_id IN (${closed.id}, ${open.id})`,
    );
    expect(told).toEqual([{ owner_id: open.id }]);
  });

  test("messages that are to go out, and mails about a lost connection", async () => {
    const [closed, open] = [await buildUser(), await buildUser()];
    for (const user of [closed, open]) {
      await pairWhatsapp(api, sandbox, user);
      const number = `55119${80_000_000 + user.id}`;
      await sandbox.control("PUT", `/phones/${number}`, { behaviour: "off", lid: false });
      await execute(
        sql`INSERT INTO scheduled_messages (owner_id, phone_key, chat_id, content, send_at)
            VALUES (${user.id}, ${number}, ${`${number}@s.whatsapp.net`}, 'Oi', now())`,
      );
      await buildCampaign(user, { status: "running", recipients: ["pending"] });
      await execute(
        sql`UPDATE campaign_runs SET wait_cause = 'disconnected', trouble_since = now() - interval '1 hour'
            WHERE owner_id = ${user.id}`,
      );
    }
    await setActive(closed, false);
    await sendScheduledMessages.run();
    await tellOfLostConnections.run();
    const done = await rows<{ owner_id: number; what: string }>(
      sql`SELECT owner_id, state AS what FROM scheduled_messages WHERE owner_id IN (${closed.id}, ${open.id})
          UNION ALL SELECT user_id, kind FROM mails WHERE user_id IN (${closed.id}, ${open.id}) ORDER BY owner_id, what`,
    );
    expect(done).toEqual([
      { owner_id: closed.id, what: "scheduled" },
      { owner_id: open.id, what: "campaign_waits" },
      { owner_id: open.id, what: "sent" },
    ]);
  });

  test("teams whose week is to be mailed", async () => {
    const user = await buildUser();
    await buildMember(user.id);
    const isFound = async () =>
      (await findUntold("2026-11-23", user.id - 1, 1)).some((id) => id === user.id);
    expect(await isFound()).toBe(true);
    await setActive(user, false);
    expect(await isFound()).toBe(false);
    expect(await claimWeek(user.id, "2026-11-23")).toBe(false);
  });

  test("radars that are due", async () => {
    const user = await buildUser();
    await buildRadar(user);
    await execute(
      sql`UPDATE radars SET next_run_at = now() - interval '1 millisecond' WHERE owner_id = ${user.id}`,
    );
    const runs = () =>
      rows(sql`SELECT 1 FROM radar_runs WHERE owner_id = ${user.id} AND status = 'processing'`);
    await setActive(user, false);
    await startDueRadars.run();
    expect(await runs()).toEqual([]);
    await setActive(user, true);
    await startDueRadars.run();
    expect(await runs()).toHaveLength(1);
  });

  test("confirmations of opt-outs", async () => {
    const [closed, open] = [await buildUser(), await buildUser()];
    for (const user of [closed, open]) {
      const instance = await pairWhatsapp(api, sandbox, user);
      const number = `55119${80_000_000 + user.id}`;
      await sandbox.control("PUT", `/phones/${number}`, { behaviour: "off", lid: false });
      await sandbox.control("POST", `/phones/${number}/reply`, { instance, text: "SAIR" });
      await until(
        () => firstRow(sql`SELECT 1 FROM opt_outs WHERE owner_id = ${user.id}`),
        "the opt-out",
      );
    }
    await setActive(closed, false);
    await confirmOptOuts.run();
    const confirmed = await rows<{ owner_id: number }>(
      sql`SELECT owner_id FROM opt_out_events WHERE kind = 'confirmed' AND owner_id IN (${closed.id}, ${open.id})`,
    );
    expect(confirmed).toEqual([{ owner_id: open.id }]);
  });
});

describe("deactivating an account", () => {
  test("logs its phone out, and ends what it runs, is told and may do", async () => {
    const user = await buildUser();
    const instance = await pairWhatsapp(api, sandbox, user);
    const stateOf = async () => {
      const { body } = await sandbox.evolution("GET", `/instance/connectionState/${instance}`);
      return (body as { instance: { state: string } }).instance.state;
    };
    expect(await stateOf()).toBe("open");
    const token = await buildApiToken(user);
    await buildWebhook(user);
    await buildOptOut(user);
    await transaction(() => announce(user.id, "lead.created", [{ lead_id: 1 }]));
    const [searchId, importId] = [await buildSearch(user), await buildImport(user, "processing")];
    const streams = [
      await openStream(api, user),
      await openStream(api, user, { token: "", ...token.headers }),
    ];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);

    const body = { user_id: user.id };
    expect((await callApi(api, admin.deactivateAccount, { body }, boss.headers)).status).toBe(200);

    await until(() => streams.every(({ ended }) => ended), "the streams to end");
    for (const headers of [user.headers, token.headers]) {
      expect((await callApi(api, users.me, {}, headers)).status).toBe(401);
      expect((await callApi(api, whatsapp.connect, {}, headers)).status).toBe(401);
    }
    // The provider is away at first.
    await sandbox.control("POST", "/faults", {
      ...{ target: "evolution", path: "logout", kind: "status", status: 500 },
    });
    await logOutClosedAccounts.run();
    expect(await stateOf()).toBe("open");
    await sandbox.control("DELETE", "/faults");
    await execute(
      sql`UPDATE whatsapp_instances SET log_out_due_at = now() - interval '1 millisecond' WHERE owner_id = ${user.id} AND log_out_due_at IS NOT NULL`,
    );
    await logOutClosedAccounts.run();
    expect(await stateOf()).toBe("close");
    expect(
      await firstRow(
        sql`SELECT i.status, i.log_out_due_at, e.active, d.state, s.stop_at IS NOT NULL AS search_stops,
                   m.stop_at IS NOT NULL AS import_stops
            FROM whatsapp_instances i, webhook_endpoints e, webhook_deliveries d, searches s, imports m
            WHERE i.owner_id = ${user.id} AND e.owner_id = ${user.id} AND d.owner_id = ${user.id}
              AND s.id = ${searchId} AND m.id = ${importId}`,
      ),
    ).toEqual({
      ...{ status: "DISCONNECTED", log_out_due_at: null, active: false, state: "failed" },
      ...{ search_stops: true, import_stops: true },
    });
  });

  test("what was asked to stop is still ended", async () => {
    const user = await buildUser();
    const id = await buildImport(user, "processing");
    await callApi(api, admin.deactivateAccount, { body: { user_id: user.id } }, boss.headers);
    const work = leasedWorks.find(({ job }) => job.name === "imports.run");
    const { workOnRow } = await import("@/server/platform/jobs/leased-work");
    if (work) await workOnRow(work, id, new AbortController().signal);
    expect(await firstRow(sql`SELECT status FROM imports WHERE id = ${id}`)).toEqual({
      status: "stopped",
    });
  });
});

describe("an account that waits for its deletion", () => {
  /** Work that only receives, and work that its owner requests or is notified by. */
  const GOES_ON = ["accounts.archive", "imports.run", "mails.send", "media.fetch"];

  const setLeaving = ({ id }: TestUser, leaving: boolean) =>
    execute(
      sql`UPDATE accounts SET deletion_at = CASE WHEN ${leaving} THEN now() + interval '7 days' END WHERE id = ${id}`,
    );

  test.each(leasedWorks.filter(({ job }) => DUE_ROWS[job.name] !== "even inactive"))(
    "rows of $job.name",
    async ({ job, leases }: LeasedWork) => {
      const build = DUE_ROWS[job.name];
      if (typeof build !== "function") throw new Error(job.name);
      const user = await buildUser();
      const id = await build(user);
      await setLeaving(user, true);
      const goesOn = GOES_ON.includes(job.name);
      const isFound = (await leases.findUnclaimed(1_000)).some((row) => row.id === id);
      expect(isFound).toBe(goesOn);
      if (goesOn) return;
      expect(await transaction(() => leases.claim(id, 20))).toBeNull();
      await setLeaving(user, false);
      const claim = await transaction(() => leases.claim(id, 20));
      expect(claim).not.toBeNull();
      await setLeaving(user, true);
      expect(await leases.renew(id, claim?.lease_no ?? 0, 20)).toBe(false);
    },
  );

  test("starts no campaign and no radar, sends nothing and reminds of nothing; its phone still receives", async () => {
    const [leaving, staying] = [await buildUser({ plan: "pro" }), await buildUser({ plan: "pro" })];
    const pair = [leaving.id, staying.id];
    for (const user of [leaving, staying]) {
      await pairWhatsapp(api, sandbox, user);
      const number = `55119${80_000_000 + user.id}`;
      await sandbox.control("PUT", `/phones/${number}`, { behaviour: "off", lid: false });
      await execute(
        sql`INSERT INTO scheduled_messages (owner_id, phone_key, chat_id, content, send_at)
            VALUES (${user.id}, ${number}, ${`${number}@s.whatsapp.net`}, 'Oi', now())`,
      );
      await execute(
        sql`INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids, scheduled_at, next_run_at)
            VALUES (${user.id}, 1, 'Campanha', 1, '{Oi}', '{}', now(), now())`,
      );
      await execute(
        sql`UPDATE radars SET next_run_at = now() - interval '1 millisecond' WHERE id = ${await buildRadar(user)}`,
      );
      await execute(
        sql`INSERT INTO tasks (owner_id, what, due_on, due_time)
            SELECT ${user.id}::int, 'Ligar', past::date, past::time
            FROM (SELECT (now() - interval '1 minute') AT TIME ZONE 'America/Sao_Paulo' AS past) AS moment`,
      );
    }
    await setLeaving(leaving, true);
    await startDueCampaigns.run();
    await startDueRadars.run();
    await sendScheduledMessages.run();
    await remindOfDueTasks.run();
    const done = await rows<{ owner_id: number; what: string }>(
      sql`SELECT owner_id, 'campaign' AS what FROM campaign_runs WHERE owner_id = ANY(${pair}::int[])
          UNION ALL SELECT owner_id, 'radar' FROM radar_runs WHERE status = 'processing' AND owner_id = ANY(${pair}::int[])
          UNION ALL SELECT owner_id, 'message' FROM scheduled_messages WHERE owner_id = ANY(${pair}::int[]) AND state = 'sent'
          UNION ALL SELECT owner_id, 'task' FROM events WHERE event_type = 'task_due' AND owner_id = ANY(${pair}::int[])
          ORDER BY what`,
    );
    expect(done).toEqual(
      ["campaign", "message", "radar", "task"].map((what) => ({ owner_id: staying.id, what })),
    );
    const id = await idOf(sql`SELECT id FROM whatsapp_instances WHERE owner_id = ${leaving.id}`);
    await execute(sql`INSERT INTO whatsapp_sockets (id, owner_id) VALUES (${id}, ${leaving.id})`);
    expect(await claimSocket(id)).not.toBeNull();
  });
});
