import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createPairedInstance,
  discard,
  startTestSandbox,
  startWebhookReceiver,
  type TestSandbox,
  until,
  type WebhookReceiver,
} from "@/sandbox/testing";

let sandbox: TestSandbox;
let hook: WebhookReceiver;

beforeEach(async () => {
  sandbox = await startTestSandbox();
  hook = await startWebhookReceiver();
});

afterEach(async () => {
  await discard(sandbox);
  await hook.close();
});

interface Sent {
  key: { id: string; remoteJid: string };
}

interface Found {
  messages: { total: number; records: unknown[] };
}

const send = (number: string, text = "Olá!", name = "vendas") =>
  sandbox.evolution<Sent>("POST", `/message/sendText/${name}`, { number, text });

describe("receiving", () => {
  it("brings what a contact writes, also from a @lid address, with the number in both places or nowhere", async () => {
    await createPairedInstance(sandbox, "vendas", { url: hook.url });
    const reply = { instance: "vendas", text: "Tenho interesse" };
    await sandbox.control("PUT", "/phones/5519987651234", { lid: false });
    await sandbox.control("POST", "/phones/5519987651234/reply", reply);
    await sandbox.control("PUT", "/phones/5519987655678", { lid: true });
    await sandbox.control("POST", "/phones/5519987655678/reply", reply);
    await sandbox.control("PUT", "/phones/5519987659012", { lid: true, lidAlone: true });
    await sandbox.control("POST", "/phones/5519987659012/reply", reply);
    await until(() => hook.of("messages.upsert").length === 3, "three messages");
    const keys = hook.of("messages.upsert").map(({ data }) => data.key);
    expect(keys).toContainEqual(
      expect.objectContaining({ remoteJid: "5519987651234@s.whatsapp.net", fromMe: false }),
    );
    expect(keys).toContainEqual(
      expect.objectContaining({
        remoteJid: "5519987655678@s.whatsapp.net",
        remoteJidAlt: "5519987655678@s.whatsapp.net",
        addressingMode: "lid",
      }),
    );
    const opaque = expect.stringMatching(/^\d{15}@lid$/);
    expect(keys).toContainEqual(
      expect.objectContaining({ remoteJid: opaque, addressingMode: "lid" }),
    );
    // The records keep what the webhooks leave out.
    const { body: found } = await sandbox.evolution<{ messages: { records: { key: object }[] } }>(
      "POST",
      "/chat/findMessages/vendas",
      {},
    );
    expect(found.messages.records.map(({ key }) => key)).toContainEqual(
      expect.objectContaining({
        remoteJid: opaque,
        remoteJidAlt: "5519987655678@s.whatsapp.net",
      }),
    );
    const { body: chats } = await sandbox.evolution("POST", "/chat/findChats/vendas", {});
    expect(chats).toMatchObject(Array(3).fill({ unreadCount: 1 }));
  });

  it("answers by itself, or opts out, when the phone is of that kind", async () => {
    await createPairedInstance(sandbox, "vendas", { url: hook.url });
    await sandbox.control("PUT", "/phones/5519987651234", {
      behaviour: "replies",
      replyText: "Quanto custa?",
    });
    await sandbox.control("PUT", "/phones/5519987655678", { behaviour: "opts-out" });
    await send("5519987651234");
    await send("5519987655678");
    await until(() => hook.of("messages.upsert").length === 2, "two answers");
    const texts = hook.of("messages.upsert").map(({ data }) => data.message?.conversation);
    expect(texts).toContain("Quanto custa?");
    expect(texts.some((text) => /^sair/i.test(text ?? ""))).toBe(true);
  });

  it("finds messages by id, side, chat and instant, paged newest first", async () => {
    await createPairedInstance(sandbox, "vendas");
    await sandbox.control("PUT", "/phones/5519987651234", { behaviour: "receives", lid: false });
    const remoteJid = "5519987651234@s.whatsapp.net";
    const { body: sent } = await send("5519987651234", "um");
    await send("5519987651234", "dois");
    await send("5519987655678", "outro");
    const find = async (body: unknown) =>
      (await sandbox.evolution<Found>("POST", "/chat/findMessages/vendas", body)).body.messages;
    expect(await find({ where: { key: { id: sent.key.id } } })).toMatchObject({
      total: 1,
      records: [{ key: { id: sent.key.id }, message: { conversation: "um" } }],
    });
    expect(await find({ where: { key: { remoteJid } }, page: 2, offset: 1 })).toMatchObject({
      total: 2,
      pages: 2,
      currentPage: 2,
      records: [{ message: { conversation: "um" } }],
    });
    expect((await find({ where: { key: { fromMe: false } } })).total).toBe(0);
    const range = (gte: number, lte: number) => ({
      where: {
        messageTimestamp: { gte: new Date(gte).toISOString(), lte: new Date(lte).toISOString() },
      },
    });
    const now = Date.now();
    expect((await find(range(now - 60_000, now + 60_000))).total).toBe(3);
    expect((await find(range(now + 60_000, now + 90_000))).total).toBe(0);
    await until(async () => {
      const { body } = await sandbox.evolution<unknown[]>(
        "POST",
        "/chat/findStatusMessage/vendas",
        {
          where: { id: sent.key.id, remoteJid },
        },
      );
      return body.length === 2;
    }, "two status rows");
  });
});

describe("webhooks", () => {
  it("signs with jwt_key instead of sending it", async () => {
    await createPairedInstance(sandbox, "vendas", {
      url: hook.url,
      headers: { jwt_key: "segredo" },
    });
    const { headers } = await until(() => hook.received[0], "a webhook");
    expect(headers.jwt_key).toBeUndefined();
    const [head, claims, signature] = (headers.authorization ?? "").slice(7).split(".");
    expect(createHmac("sha256", "segredo").update(`${head}.${claims}`).digest("base64url")).toBe(
      signature,
    );
    const token = JSON.parse(Buffer.from(claims ?? "", "base64url").toString("utf8"));
    expect(token).toMatchObject({ app: "evolution", action: "webhook", exp: token.iat + 600 });
  });

  it("retries a 503, never a 422, and only the asked events", async () => {
    const events = ["SEND_MESSAGE"];
    await createPairedInstance(sandbox, "vendas", { url: hook.url, byEvents: true, events });
    hook.answerNext(503, 503);
    await send("5519987651234");
    await until(() => hook.received.length === 3, "two retries");
    hook.answerNext(422);
    await send("5519987651234");
    await send("5519987651234");
    await until(() => hook.received.length === 5, "the other two");
    expect(new Set(hook.received.map(({ path }) => path))).toEqual(new Set(["/hook/send-message"]));
  });

  it("sets and finds the webhook", async () => {
    await createPairedInstance(sandbox, "vendas");
    expect((await sandbox.evolution("GET", "/webhook/find/vendas")).body).toBeNull();
    const set = await sandbox.evolution("POST", "/webhook/set/vendas", {
      webhook: { enabled: true, url: hook.url, events: ["MESSAGES_UPSERT"] },
    });
    expect(set.status).toBe(201);
    expect((await sandbox.evolution("GET", "/webhook/find/vendas")).body).toEqual(set.body);
    expect(
      (await sandbox.evolution("POST", "/webhook/set/vendas", { webhook: { enabled: true } }))
        .status,
    ).toBe(400);
  });
});
