import { Webhook as Verifier } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { leads } from "@/lib/contracts/leads/leads";
import { ownFields } from "@/lib/contracts/leads/own-fields";
import { stages } from "@/lib/contracts/leads/stages";
import { tags } from "@/lib/contracts/leads/tags";
import { recordEvent } from "@/server/integrations/events/events.service";
import { announce } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildLead } from "@/tests/factories/leads";
import { TEST_SECRET } from "@/tests/factories/owned-rows";
import { buildUser } from "@/tests/factories/users";
import * as provider from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { runOutgoing } from "@/tests/support/outgoing-webhooks";
import { fill } from "@/tests/support/without-limit";

const outgoing = runOutgoing();
const { api, build, createLead, deliveriesOf, tryNow } = outgoing;

describe("a message", () => {
  test("is signed as the Standard Webhooks library verifies it, and says what happened", async () => {
    const id = await build();
    const { body } = await createLead();
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ event_type: "lead.created", state: "waiting", tries: 0 });
    await tryNow(delivery?.id ?? 0);
    const [received] = outgoing.requests;
    expect(received).toMatchObject({ method: "POST", path: "/ganchos" });
    const headers = received?.headers as Record<string, string>;
    const verified = new Verifier(TEST_SECRET).verify(received?.body ?? "", headers);
    expect(verified).toEqual({
      type: "lead.created",
      timestamp: expect.any(String),
      data: {
        ...{ lead_id: body.lead.id, name: "Padaria", source: "manual", quantity: 1 },
        ...{ own: {}, tags: [] },
      },
    });
    expect(headers["webhook-id"]).toBe(delivery?.message_id);
    expect((await deliveriesOf(id))[0]).toMatchObject({
      state: "delivered",
      tries: 1,
      last_status: 200,
      last_answer: "ok",
      next_try_at: null,
    });
    // One byte changed, another secret, another time.
    expect(() => new Verifier(TEST_SECRET).verify(`${received?.body} `, headers)).toThrow();
    expect(() =>
      new Verifier(`whsec_${"A".repeat(43)}=`).verify(received?.body ?? "", headers),
    ).toThrow();
    const old = {
      ...headers,
      "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 1),
    };
    expect(() => new Verifier(TEST_SECRET).verify(received?.body ?? "", old)).toThrow();
  });

  test("is recorded with what happened, or not at all", async () => {
    const id = await build();
    const failing = transaction(async () => {
      await announce(outgoing.owner.id, "lead.created", [{ lead_id: 1 }]);
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await deliveriesOf(id)).toEqual([]);
  });

  test("goes to the owner's addresses that are on and want the event", async () => {
    const [wants, other, off] = [await build(), await build(), await build()];
    const stranger = await buildUser();
    const theirs = await build(stranger);
    await execute(
      sql`UPDATE webhook_endpoints SET events = '{search.finished}' WHERE id = ${other}`,
    );
    await execute(sql`UPDATE webhook_endpoints SET active = false WHERE id = ${off}`);
    await createLead();
    expect(await deliveriesOf(wants)).toHaveLength(1);
    expect(await deliveriesOf(other)).toEqual([]);
    expect(await deliveriesOf(off)).toEqual([]);
    expect(await deliveriesOf(theirs, stranger)).toEqual([]);
  });

  test("tells of a message, of the lead's answer, and of its opt-out", async () => {
    const id = await build();
    const lead = await buildLead(outgoing.owner.id, { whatsapp: "5511988887777" });
    const hook = await provider.buildWebhook(outgoing.owner.id);
    const receive = (messageId: string, text: string) =>
      provider.postWebhook(api, hook, {
        event: "messages.upsert",
        instance: "x",
        data: {
          key: { id: messageId, remoteJid: "5511988887777@s.whatsapp.net", fromMe: false },
          message: { conversation: text },
          messageTimestamp: Math.floor(Date.now() / 1000),
        },
      });
    await receive("A", "Quanto custa?");
    const told = async () =>
      (await deliveriesOf(id)).map(({ event_type, payload }) => ({
        event_type,
        ...(JSON.parse(payload) as { data: object }).data,
      }));
    const message = { event_type: "message.received", lead_id: lead.id, number: "5511988887777" };
    expect(await told()).toEqual([
      {
        ...{ event_type: "lead.answered", lead_id: lead.id, name: expect.any(String) },
        ...{ own: {}, tags: [] },
      },
      {
        ...message,
        chat: "5511988887777@s.whatsapp.net",
        kind: "text",
        text: "Quanto custa?",
        intent: "question",
        quantity: 1,
        ...{ own: {}, tags: [] },
      },
    ]);
    // The words are the webhook's alone: the history does not keep them.
    const [event] = await rows<{ metadata: object }>(
      sql`SELECT metadata FROM events WHERE owner_id = ${outgoing.owner.id} AND event_type = 'message_received'`,
    );
    expect(event?.metadata).toEqual({ lead_id: lead.id });
    await receive("B", "SAIR");
    expect((await told())[0]).toMatchObject({ intent: "opt_out" });
    expect((await told()).map(({ event_type }) => event_type)).toEqual([
      ...["message.received", "lead.opted_out"],
      ...["lead.answered", "message.received"],
    ]);
  });

  test("names the numbers that a person blocked, of a long list the first hundred", async () => {
    const id = await build();
    const { headers } = outgoing.owner;
    const imported = await fetch(new URL("/api/opt-outs/import", api.url), {
      method: "POST",
      headers: { ...headers, "content-type": "application/octet-stream" },
      body: Array.from({ length: 120 }, (_, at) => `1198765${1_000 + at}`).join("\n"),
    });
    expect(imported.status).toBe(200);
    const [delivery] = await deliveriesOf(id);
    const { data } = JSON.parse(delivery?.payload ?? "{}") as { data: { numbers: string[] } };
    expect(data).toMatchObject({ by: "import", quantity: 120 });
    expect(data.numbers).toHaveLength(100);
    expect(data.numbers.every((number) => /^5511\d{8}$/.test(number))).toBe(true);
  });

  test("has the lead's own fields and tags as they are once it is over", async () => {
    const id = await build();
    const { headers } = outgoing.owner;
    for (const [name, kind] of [
      ["Cargo", "text"],
      ["Ativo", "yes_no"],
    ] as const) {
      await callApi(api, ownFields.create, { body: { name, kind } }, headers);
    }
    const tag = await callApi(api, tags.create, { body: { name: "Vip" } }, headers);
    const { stages: all } = (await callApi(api, stages.list, {}, headers)).body;
    const body = { name: "Padaria", whatsapp: "11987654321", own: { cargo: "Dona" } };
    const made = (await callApi(api, leads.create, { body }, headers)).body.lead;
    const tagging = { lead_ids: [made.id], add: [tag.body.tag.name], remove: [] };
    await callApi(api, tags.onLeads, { body: tagging }, headers);
    const stage_id = all.find((stage) => stage.id !== made.stage_id)?.id ?? 0;
    const own = { cargo: "Sócia", ativo: true };
    const change = { params: { id: made.id }, body: { stage_id, own } };
    await callApi(api, leads.update, change, headers);
    const second = await buildLead(outgoing.owner.id);
    const merge = { lead_ids: [made.id, second.id], survivor_id: made.id };
    await callApi(api, leadMerges.merge, { body: merge }, headers);
    const told = (await deliveriesOf(id)).map(({ event_type, payload }) => {
      const { data } = JSON.parse(payload) as { data: { own: object; tags: string[] } };
      return [event_type, data.own, data.tags];
    });
    expect(told).toEqual([
      ["lead.merged", own, ["Vip"]],
      ["lead.stage_changed", own, ["Vip"]],
      ["lead.created", { cargo: "Dona" }, []],
    ]);
  });

  test.each([
    ["campaign_completed", "campaign.finished", { activity_id: 7, status: "stopped" }],
    ["search_completed", "search.finished", { search_id: 7, status: "completed", source: "maps" }],
  ] as const)("tells %s as %s", async (event, name, metadata) => {
    const id = await build();
    await recordEvent(outgoing.owner.id, event, { metadata });
    const [told] = await deliveriesOf(id);
    expect(told?.event_type).toBe(name);
    expect(JSON.parse(told?.payload ?? "")).toMatchObject({ type: name, data: metadata });
  });

  test("is not told of what no webhook is about", async () => {
    const id = await build();
    await recordEvent(outgoing.owner.id, "list_created", { metadata: { list_id: 1 } });
    expect(await deliveriesOf(id)).toEqual([]);
  });

  test("to an address with ten thousand that wait is left out", async () => {
    const id = await build();
    await fill(
      sql`INSERT INTO webhook_deliveries (owner_id, endpoint_id, event_type, payload)
          SELECT ${outgoing.owner.id}, ${id}, 'lead.created', '{}' FROM generate_series(1, 10000)`,
    );
    await createLead();
    const row = await firstRow<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM webhook_deliveries WHERE endpoint_id = ${id}`,
    );
    expect(row?.count).toBe(10_000);
  });
});
