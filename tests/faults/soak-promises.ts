import type { TestSandbox } from "@/sandbox/testing";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { readLedger } from "../support/whatsapp";
import type { Figures } from "./report";
import type { People, Tally } from "./soak-load";

/** Sent by a worker or a web at the moment of its kill, so that their outcome is unknown. */
const MOST_UNKNOWN_PER_KILL = 10;

export async function countPromises(
  sandbox: TestSandbox,
  { sellers, searchers, importers }: People,
  tally: Tally,
  kills: number,
): Promise<Figures> {
  const sent = { recipients: 0, lost: 0, twice: 0, unknown: 0, answersLost: 0, answersTwice: 0 };
  for (const { user, instance } of sellers) {
    const ledger = await readLedger(sandbox, instance);
    const ofCampaigns = ledger.filter(({ text }) => text.startsWith("Oi "));
    const reached = new Set(ofCampaigns.map(({ toKey }) => toKey.slice(-8)));
    const recipients = await rows<{ state: string; number: string }>(
      sql`SELECT state, number FROM campaign_recipients WHERE owner_id = ${user.id}`,
    );
    sent.recipients += recipients.length;
    sent.unknown += recipients.filter(({ state }) => state === "unknown").length;
    sent.twice += ofCampaigns.length - reached.size;
    sent.lost += recipients.filter(({ state, number }) => {
      const isReached = reached.has(number.slice(-8));
      if (state === "sent") return !isReached;
      return ["pending", "sending"].includes(state) || (state === "skipped" && isReached);
    }).length;
    const answers = ledger.filter(({ text }) => text.startsWith("Resposta "));
    const texts = new Set(answers.map(({ text }) => text));
    sent.answersTwice += answers.length - texts.size;
    sent.answersLost += tally.answers.filter(
      (answer) => answer.instance === instance && !texts.has(answer.text),
    ).length;
  }
  const inbound = await countInbound(sandbox);
  const imported = await countImported(importers.map(({ id }) => id));
  const spent = await countSpent(searchers.map(({ id }) => id));
  const letters = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM webhook_dead_letters`,
  );
  const failed = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM webhook_deliveries WHERE state = 'failed'`,
  );
  return {
    recipients: { value: sent.recipients, holds: sent.recipients > 0 },
    lost: none(sent.lost),
    twice: none(sent.twice),
    unknown: { value: sent.unknown, holds: sent.unknown <= kills * MOST_UNKNOWN_PER_KILL },
    answers: { value: tally.answers.length, holds: tally.answers.length > 0 },
    "answers lost": none(sent.answersLost),
    "answers twice": none(sent.answersTwice),
    inbound: { value: inbound.written, holds: inbound.written > 0 },
    "inbound lost": none(inbound.lost),
    "inbound twice": none(inbound.twice),
    "rows imported": { value: imported.created, holds: imported.created > 0 },
    "rows lost": none(imported.expected - imported.names),
    "rows twice": none(imported.leads - imported.names),
    "imports counted wrong": none(imported.miscounted),
    charged: { value: spent.charged, holds: spent.charged > 0 },
    "found and not charged, or reverse": none(spent.differences),
    "balances beside their ledger": none(spent.unbalanced),
    "still reserved": none(spent.reserved),
    "dead letters": none(letters?.count ?? 0),
    "webhooks out given up": none(failed?.count ?? 0),
  };
}

const none = (value: number) => ({ value, holds: value === 0 });

async function countInbound(sandbox: TestSandbox) {
  const { messages } = await sandbox.control<{ messages: { id: string }[] }>("GET", "/inbound");
  const stored = await rows<{ id: string; count: number }>(
    sql`SELECT provider_message_id AS id, count(*)::int AS count FROM messages
        WHERE direction = 'in' GROUP BY provider_message_id`,
  );
  const counts = new Map(stored.map(({ id, count }) => [id, count]));
  return {
    written: messages.length,
    lost: messages.filter(({ id }) => !counts.has(id)).length,
    twice: stored.filter(({ count }) => count > 1).length,
  };
}

async function countImported(owners: number[]) {
  const row = await firstRow<Record<"created" | "expected" | "miscounted", number>>(
    sql`SELECT coalesce(sum(created_count), 0)::int AS created, coalesce(sum(row_count), 0)::int AS expected,
               (count(*) FILTER (WHERE created_count <> row_count OR status <> 'completed'))::int AS miscounted
        FROM imports WHERE owner_id = ANY (${owners}::int[]) AND status <> 'uploaded'`,
  );
  const found = await firstRow<Record<"leads" | "names", number>>(
    sql`SELECT count(*)::int AS leads, count(DISTINCT (owner_id, name))::int AS names
        FROM leads WHERE owner_id = ANY (${owners}::int[])`,
  );
  if (!row || !found) throw new Error("nothing was counted");
  return { ...row, ...found };
}

async function countSpent(owners: number[]) {
  const row = await firstRow<Record<"charged" | "differences" | "unbalanced" | "reserved", number>>(
    sql`WITH entries AS (SELECT * FROM credit_entries WHERE owner_id = ANY (${owners}::int[])),
             told AS (SELECT owner_id, (metadata->>'lead_id')::int AS lead_id, credits_used FROM events
                      WHERE owner_id = ANY (${owners}::int[]) AND event_type = 'lead_created'),
             sums AS (SELECT owner_id, day, sum(amount)::int AS amount FROM entries GROUP BY owner_id, day)
        SELECT (SELECT count(*)::int FROM entries) AS charged,
               (SELECT count(*)::int FROM told FULL JOIN entries USING (owner_id, lead_id)
                WHERE coalesce(told.credits_used, 0) <> coalesce(entries.amount, 0)) AS differences,
               (SELECT count(*)::int FROM credit_days d LEFT JOIN sums USING (owner_id, day)
                WHERE d.owner_id = ANY (${owners}::int[]) AND d.used <> coalesce(sums.amount, 0)) AS unbalanced,
               (SELECT coalesce(sum(reserved), 0)::int FROM credit_days WHERE owner_id = ANY (${owners}::int[])) AS reserved`,
  );
  if (!row) throw new Error("nothing was counted");
  return row;
}
