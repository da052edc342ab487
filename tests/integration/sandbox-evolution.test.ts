import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  discard,
  pairedInstance,
  startTestSandbox,
  startWebhookReceiver,
  type TestSandbox,
  until,
  untilState,
  type WebhookReceiver,
} from "../../sandbox/testing";

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

interface Ledger {
  total: number;
  messages: { id: string; to: string; toKey: string; text: string; status: string }[];
}

const send = (number: string, text = "Olá!", name = "vendas") =>
  sandbox.evolution("POST", `/message/sendText/${name}`, { number, text });

describe("pairing", () => {
  it("shows a QR Code, pairs the phone that scans it and opens", async () => {
    const created = await sandbox.evolution("POST", "/instance/create", {
      instanceName: "vendas",
      integration: "WHATSAPP-BAILEYS",
      qrcode: true,
      webhook: { url: hook.url, byEvents: false, events: [] },
    });
    expect(created.status).toBe(201);
    expect(created.body.instance).toMatchObject({ instanceName: "vendas", status: "connecting" });
    expect(created.body.qrcode.base64).toMatch(/^data:image\/png;base64,iVBOR/);

    const { code } = created.body.qrcode;
    const again = await sandbox.evolution("GET", "/instance/connect/vendas");
    expect(again.body).toMatchObject({ code, count: 1 });

    await sandbox.control("POST", "/scan", { code });
    await untilState(sandbox, "vendas", "open");
    const [row] = (await sandbox.evolution("GET", "/instance/fetchInstances?instanceName=vendas"))
      .body;
    expect(row).toMatchObject({
      name: "vendas",
      connectionStatus: "open",
      ownerJid: "5511900010101@s.whatsapp.net",
      _count: { Message: 0, Contact: 0, Chat: 0 },
    });
    await until(
      () => hook.of("connection.update").some(({ data }) => data.state === "open"),
      "the open webhook",
    );
    expect(hook.of("qrcode.updated")[0]?.data.qrcode.code).toBe(code);
    expect((await sandbox.evolution("GET", "/instance/connect/vendas")).body).toEqual({
      instance: { instanceName: "vendas", state: "open" },
    });
  });

  it("refuses a QR Code that has rotated", async () => {
    const quick = await startTestSandbox({ qrLifeMs: 30 });
    const { body } = await quick.evolution("POST", "/instance/create", {
      instanceName: "vendas",
      integration: "WHATSAPP-BAILEYS",
      qrcode: true,
    });
    await until(async () => {
      const { body: now } = await quick.evolution("GET", "/instance/connect/vendas");
      return now.count > 1;
    }, "the next QR Code");
    await expect(quick.control("POST", "/scan", { code: body.qrcode.code })).rejects.toThrow(
      "No instance is showing",
    );
    await discard(quick);
  });

  it("answers {count:0} while the QR Code is not there yet", async () => {
    await sandbox.control("POST", "/faults", {
      target: "evolution",
      kind: "late-qr",
      delayMs: 50,
      times: 1,
    });
    const { body } = await sandbox.evolution("POST", "/instance/create", {
      instanceName: "vendas",
      integration: "WHATSAPP-BAILEYS",
      qrcode: true,
    });
    expect(body.qrcode).toEqual({ pairingCode: null, count: 0 });
    await until(
      async () => (await sandbox.evolution("GET", "/instance/connect/vendas")).body.code,
      "the late QR Code",
    );
  });

  it("logs out, refuses a second logout, and deletes", async () => {
    await pairedInstance(sandbox, "vendas", { url: hook.url });
    expect((await sandbox.evolution("DELETE", "/instance/logout/vendas")).body).toMatchObject({
      status: "SUCCESS",
      error: false,
    });
    await until(() => hook.of("logout.instance").length > 0, "the logout webhook");
    expect((await sandbox.evolution("DELETE", "/instance/logout/vendas")).status).toBe(400);
    expect((await sandbox.evolution("DELETE", "/instance/delete/vendas")).status).toBe(200);
    expect((await sandbox.evolution("GET", "/instance/connectionState/vendas")).status).toBe(404);
  });
});

describe("sending", () => {
  it("journals what it accepts and tells the receipts in order", async () => {
    await pairedInstance(sandbox, "vendas", { url: hook.url, headers: { "x-segredo": "abc" } });
    await sandbox.control("PUT", "/phones/5519987651234", { behaviour: "reads" });
    const sent = await send("5519987651234", "Bom dia");
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      key: { remoteJid: "5519987651234@s.whatsapp.net", fromMe: true },
      status: "PENDING",
      message: { conversation: "Bom dia" },
      messageType: "conversation",
    });

    const updates = await until(() => {
      const found = hook.of("messages.update");
      return found.length === 3 ? found : null;
    }, "three receipts");
    expect(updates.map(({ data }) => data.status).toSorted()).toEqual(
      ["DELIVERY_ACK", "READ", "SERVER_ACK"].toSorted(),
    );
    expect(new Set(updates.map(({ data }) => data.keyId))).toEqual(new Set([sent.body.key.id]));
    expect(updates[0]?.headers["x-segredo"]).toBe("abc");
    expect(hook.of("send.message")[0]?.data.key.id).toBe(sent.body.key.id);

    const ledger = await sandbox.control<Ledger>("GET", "/ledger?instance=vendas&to=19987651234");
    expect(ledger.messages).toEqual([
      expect.objectContaining({
        id: sent.body.key.id,
        to: "5519987651234",
        toKey: "5519987651234",
        text: "Bom dia",
        status: "READ",
      }),
    ]);
  });

  it("takes a number with and without the ninth digit for one phone", async () => {
    await pairedInstance(sandbox, "vendas");
    const asked = ["5531987654321", "553187654321", "5511987654321", "551187654321"];
    const { body } = await sandbox.evolution("POST", "/chat/whatsappNumbers/vendas", {
      numbers: asked,
    });
    expect(body[0].jid).toBe(body[1].jid);
    expect(body[2].jid).toBe("5511987654321@s.whatsapp.net");
    expect(body[3].jid).toBe("5511987654321@s.whatsapp.net");
    await send("553187654321");
    await send("5531987654321");
    const { messages } = await sandbox.control<Ledger>("GET", "/ledger");
    expect(messages.map(({ toKey }) => toKey)).toEqual(["5531987654321", "5531987654321"]);
  });

  it("refuses numbers that are not on WhatsApp", async () => {
    await pairedInstance(sandbox, "vendas");
    expect(await send("5519999990000")).toMatchObject({
      status: 400,
      body: {
        status: 400,
        error: "Bad Request",
        response: {
          message: [
            { jid: "5519999990000@s.whatsapp.net", exists: false, number: "5519999990000" },
          ],
        },
      },
    });
    const { body } = await sandbox.evolution("POST", "/chat/whatsappNumbers/vendas", {
      numbers: ["5519999990000"],
    });
    expect(body).toEqual([
      { jid: "5519999990000@s.whatsapp.net", exists: false, number: "5519999990000" },
    ]);
    expect((await sandbox.control<Ledger>("GET", "/ledger")).total).toBe(0);
  });

  it("accepts and then fails for numbers ending in 0001", async () => {
    await pairedInstance(sandbox, "vendas", { url: hook.url });
    expect((await send("5519999990001")).status).toBe(201);
    await until(
      () => hook.of("messages.update").some(({ data }) => data.status === "ERROR"),
      "the failure",
    );
  });

  it("assigns ids itself as 2.3.7, or honours messageId when told", async () => {
    await pairedInstance(sandbox, "vendas");
    const body = { number: "5519987651234", text: "Oi", messageId: "3EB0AAAABBBBCCCCDDDD" };
    const first = await sandbox.evolution("POST", "/message/sendText/vendas", body);
    expect(first.body.key.id).not.toBe(body.messageId);
    await sandbox.control("PUT", "/settings", { honourMessageId: true });
    for (let attempt = 0; attempt < 2; attempt++) {
      const honoured = await sandbox.evolution("POST", "/message/sendText/vendas", body);
      expect(honoured.body.key.id).toBe(body.messageId);
    }
    const { messages } = await sandbox.control<Ledger>("GET", "/ledger");
    expect(messages.filter(({ id }) => id === body.messageId)).toEqual([
      expect.objectContaining({ resends: 1 }),
    ]);
  });

  it("refuses wrong keys, names and bodies as Evolution does", async () => {
    await pairedInstance(sandbox, "vendas");
    expect(await sandbox.evolution("POST", "/message/sendText/vendas", {}, "errada")).toMatchObject(
      { status: 401, body: { status: 401, error: "Unauthorized" } },
    );
    expect((await send("5519987651234", "Oi", "outra")).body).toEqual({
      status: 404,
      error: "Not Found",
      response: { message: ['The "outra" instance does not exist'] },
    });
    expect(
      (await sandbox.evolution("POST", "/message/sendText/vendas", { number: "1" })).body,
    ).toEqual({
      status: 400,
      error: "Bad Request",
      response: { message: [['instance requires property "text"']] },
    });
    expect(
      (
        await sandbox.evolution("POST", "/instance/create", {
          instanceName: "vendas",
          integration: "WHATSAPP-BAILEYS",
        })
      ).body,
    ).toEqual({
      status: 403,
      error: "Forbidden",
      response: { message: ['This name "vendas" is already in use.'] },
    });
  });
});

describe("receiving", () => {
  it("brings what a contact writes, also from a @lid address", async () => {
    await pairedInstance(sandbox, "vendas", { url: hook.url });
    const reply = { instance: "vendas", text: "Tenho interesse" };
    await sandbox.control("PUT", "/phones/5519987651234", { lid: false });
    await sandbox.control("POST", "/phones/5519987651234/reply", reply);
    await sandbox.control("PUT", "/phones/5519987655678", { lid: true });
    await sandbox.control("POST", "/phones/5519987655678/reply", reply);
    await until(() => hook.of("messages.upsert").length === 2, "two messages");
    const keys = hook.of("messages.upsert").map(({ data }) => data.key);
    expect(keys).toContainEqual(
      expect.objectContaining({ remoteJid: "5519987651234@s.whatsapp.net", fromMe: false }),
    );
    expect(keys).toContainEqual(
      expect.objectContaining({
        remoteJid: expect.stringMatching(/^\d{15}@lid$/),
        remoteJidAlt: "5519987655678@s.whatsapp.net",
      }),
    );
    const { body: chats } = await sandbox.evolution("POST", "/chat/findChats/vendas", {});
    expect(chats).toHaveLength(2);
    expect(chats[0]).toMatchObject({ unreadCount: 1 });
  });

  it("answers by itself, or opts out, when the phone is of that kind", async () => {
    await pairedInstance(sandbox, "vendas", { url: hook.url });
    await sandbox.control("PUT", "/phones/5519987651234", {
      behaviour: "replies",
      replyText: "Quanto custa?",
    });
    await sandbox.control("PUT", "/phones/5519987655678", { behaviour: "opts-out" });
    await send("5519987651234");
    await send("5519987655678");
    await until(() => hook.of("messages.upsert").length === 2, "two answers");
    const texts = hook.of("messages.upsert").map(({ data }) => data.message.conversation);
    expect(texts).toContain("Quanto custa?");
    expect(texts.some((text) => /^sair/i.test(text))).toBe(true);
  });

  it("finds messages by id, side, chat and instant, paged newest first", async () => {
    await pairedInstance(sandbox, "vendas");
    await sandbox.control("PUT", "/phones/5519987651234", { behaviour: "receives", lid: false });
    const remoteJid = "5519987651234@s.whatsapp.net";
    const { body: sent } = await send("5519987651234", "um");
    await send("5519987651234", "dois");
    await send("5519987655678", "outro");
    const find = async (body: unknown) =>
      (await sandbox.evolution("POST", "/chat/findMessages/vendas", body)).body.messages;
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
      const { body } = await sandbox.evolution("POST", "/chat/findStatusMessage/vendas", {
        where: { id: sent.key.id, remoteJid },
      });
      return body.length === 2;
    }, "two status rows");
  });
});

describe("webhooks", () => {
  it("signs with jwt_key instead of sending it", async () => {
    await pairedInstance(sandbox, "vendas", { url: hook.url, headers: { jwt_key: "segredo" } });
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
    await pairedInstance(sandbox, "vendas", { url: hook.url, byEvents: true, events });
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
    await pairedInstance(sandbox, "vendas");
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
