import type { LookupAddress } from "node:dns";
import { Webhook as Verifier } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { api as contracts } from "@/lib/contracts";
import { MOST_WEBHOOKS } from "@/lib/domain/webhooks/webhook-events";
import { postWebhook } from "@/server/integrations/webhook-deliveries/post-webhook.http";
import { firstRow, sql } from "@/server/platform/db/sql";
import { TEST_SECRET } from "@/tests/factories/owned-rows";
import { callApi, request } from "@/tests/support/api";
import { runOutgoing } from "@/tests/support/outgoing-webhooks";
import { startRecordedServer } from "@/tests/support/recorded-server";

const outgoing = runOutgoing();
const { api, build, deliveriesOf, webhooksOf, tryNow, announceOne } = outgoing;
const { webhooks } = contracts;

describe("an address", () => {
  const create = (url: string, events = ["lead.created"]) =>
    request<{ secret: string; webhook_endpoint: { id: number } }>(
      api,
      "POST",
      "/api/webhook_endpoints",
      { url, events },
      outgoing.owner.headers,
    );

  test("is added with a secret that is shown once and stored encrypted", async () => {
    const { status, body } = await create("https://recebe.example/gancho");
    expect(status).toBe(201);
    expect(Buffer.from(body.secret.replace("whsec_", ""), "base64")).toHaveLength(32);
    const row = await firstRow<{ text: string }>(
      sql`SELECT e::text AS text FROM webhook_endpoints e WHERE owner_id = ${outgoing.owner.id}`,
    );
    expect(row?.text).not.toContain(body.secret.slice(6));
    expect(JSON.stringify(await webhooksOf())).not.toContain(body.secret.slice(6));
  });

  test("is tried out with a test event, which is not repeated", async () => {
    outgoing.reply = () => ({ status: 500, body: "não" });
    const { body } = await create("http://recebe.example/");
    const id = body.webhook_endpoint.id;
    const test = await callApi(api, webhooks.test, { params: { id } }, outgoing.owner.headers);
    expect(test.status).toBe(202);
    await tryNow(test.body.delivery.id);
    const [received] = outgoing.requests;
    const headers = received?.headers as Record<string, string>;
    expect(new Verifier(body.secret).verify(received?.body ?? "", headers)).toMatchObject({
      type: "webhook.test",
    });
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: "failed", tries: 1 });
  });

  test("is one of at most ten", async () => {
    const made = await Promise.all(
      Array.from({ length: MOST_WEBHOOKS + 3 }, (_, at) => create(`https://recebe.example/${at}`)),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(MOST_WEBHOOKS);
  });

  test.each([
    ...["http://127.0.0.1/", "http://localhost:8080/", "https://10.0.0.1/", "https://[::1]/"],
    ...["https://169.254.169.254/latest/meta-data", "https://0x7f.1/", "https://2130706433/"],
    ...[
      "https://[::ffff:10.0.0.1]/",
      "https://pessoa:senha@recebe.example/",
      "ftp://recebe.example/",
    ],
    ...["https://recebe.example:5432/", "javascript:alert(1)", "recebe.example", "https://"],
    ...["https://[64:ff9b::7f00:1]/", "https://100.64.0.1/", "https://0.0.0.0/"],
  ])("%s is refused", async (url) => {
    const answer = await create(url);
    expect(answer).toMatchObject({ status: 400, body: { fields: { url: expect.any(String) } } });
  });

  test("is never connected to at a private address, whatever its name resolves to and when", async () => {
    const target = await startRecordedServer(() => ({ body: "segredo" }), 0);
    const answers: LookupAddress[][] = [
      [{ address: "127.0.0.1", family: 4 }],
      [
        { address: "93.184.216.34", family: 4 },
        { address: "10.0.0.5", family: 4 },
      ],
      [{ address: "::ffff:127.0.0.1", family: 6 }],
    ];
    for (const addresses of answers) {
      let asked = 0;
      const answer = await postWebhook(
        "http://rebind.test/",
        { id: "msg", payload: "{}", secret: TEST_SECRET },
        {
          signal: new AbortController().signal,
          timeoutMs: 5_000,
          lookup: (_hostname, _options, callback) => {
            asked += 1;
            callback(null, addresses as never);
          },
        },
      );
      expect(asked).toBe(1);
      expect(answer).toEqual({ status: null, answer: "O endereço não é público." });
    }
    const literal = await postWebhook(
      target.url,
      { id: "msg", payload: "{}", secret: TEST_SECRET },
      { signal: new AbortController().signal, timeoutMs: 5_000 },
    );
    expect(literal).toEqual({ status: null, answer: "O endereço não é público." });
    expect(target.requests).toEqual([]);
    await target.close();
  });

  test("that redirects to a private one is not followed", async () => {
    outgoing.reply = () => ({
      status: 307,
      headers: { location: "http://127.0.0.1:1/" },
      body: "",
    });
    const webhook = await build();
    await tryNow(await announceOne(webhook));
    expect(outgoing.requests).toHaveLength(1);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: "waiting", last_status: 307 });
  });
});
