import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createPairedInstance,
  discard,
  startTestSandbox,
  startWebhookReceiver,
  type TestSandbox,
  until,
  type WebhookReceiver,
  waitForState,
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

interface Ledger {
  total: number;
  messages: { id: string; to: string; toKey: string; text: string; status: string }[];
}

interface Qr {
  code: string;
  base64: string;
  count: number;
}

interface Sent {
  key: { id: string; remoteJid: string };
}

const send = (number: string, text = "Olá!", name = "vendas") =>
  sandbox.evolution<Sent>("POST", `/message/sendText/${name}`, { number, text });

describe("pairing", () => {
  it("shows a QR Code, pairs the phone that scans it and opens", async () => {
    const created = await sandbox.evolution<{ instance: unknown; qrcode: Qr }>(
      "POST",
      "/instance/create",
      {
        instanceName: "vendas",
        integration: "WHATSAPP-BAILEYS",
        qrcode: true,
        webhook: { url: hook.url, byEvents: false, events: [] },
      },
    );
    expect(created.status).toBe(201);
    expect(created.body.instance).toMatchObject({ instanceName: "vendas", status: "connecting" });
    expect(created.body.qrcode.base64).toMatch(/^data:image\/png;base64,iVBOR/);

    const { code } = created.body.qrcode;
    const again = await sandbox.evolution("GET", "/instance/connect/vendas");
    expect(again.body).toMatchObject({ code, count: 1 });

    await sandbox.control("POST", "/scan", { code });
    await waitForState(sandbox, "vendas", "open");
    const list = await sandbox.evolution("GET", "/instance/fetchInstances?instanceName=vendas");
    expect(list.body).toMatchObject([
      {
        name: "vendas",
        connectionStatus: "open",
        ownerJid: "5511900010101@s.whatsapp.net",
        _count: { Message: 0, Contact: 0, Chat: 0 },
      },
    ]);
    await until(
      () => hook.of("connection.update").some(({ data }) => data.state === "open"),
      "the open webhook",
    );
    expect(hook.of("qrcode.updated")[0]?.data.qrcode?.code).toBe(code);
    expect((await sandbox.evolution("GET", "/instance/connect/vendas")).body).toEqual({
      instance: { instanceName: "vendas", state: "open" },
    });
  });

  it("refuses a QR Code that has rotated", async () => {
    const quick = await startTestSandbox({ qrLifeMs: 30 });
    const { body } = await quick.evolution<{ qrcode: Qr }>("POST", "/instance/create", {
      instanceName: "vendas",
      integration: "WHATSAPP-BAILEYS",
      qrcode: true,
    });
    await until(async () => {
      const { body: now } = await quick.evolution<Qr>("GET", "/instance/connect/vendas");
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
    const { body } = await sandbox.evolution<{ qrcode: Qr }>("POST", "/instance/create", {
      instanceName: "vendas",
      integration: "WHATSAPP-BAILEYS",
      qrcode: true,
    });
    expect(body.qrcode).toEqual({ pairingCode: null, count: 0 });
    await until(
      async () => (await sandbox.evolution<Qr>("GET", "/instance/connect/vendas")).body.code,
      "the late QR Code",
    );
  });

  it("logs out, refuses a second logout, and deletes", async () => {
    await createPairedInstance(sandbox, "vendas", { url: hook.url });
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
  it("records accepted messages and sends receipts in order", async () => {
    await createPairedInstance(sandbox, "vendas", {
      url: hook.url,
      headers: { "x-segredo": "abc" },
    });
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
    expect(hook.of("send.message")[0]?.data.key?.id).toBe(sent.body.key.id);

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
    await createPairedInstance(sandbox, "vendas");
    const asked = ["5531987654321", "553187654321", "5511987654321", "551187654321"];
    const { body } = await sandbox.evolution<{ jid: string }[]>(
      "POST",
      "/chat/whatsappNumbers/vendas",
      { numbers: asked },
    );
    const jids = body.map(({ jid }) => jid);
    expect(jids[0]).toBe(jids[1]);
    expect(jids.slice(2)).toEqual(Array(2).fill("5511987654321@s.whatsapp.net"));
    await send("553187654321");
    await send("5531987654321");
    const { messages } = await sandbox.control<Ledger>("GET", "/ledger");
    expect(messages.map(({ toKey }) => toKey)).toEqual(["5531987654321", "5531987654321"]);
  });

  it("refuses numbers that are not on WhatsApp", async () => {
    await createPairedInstance(sandbox, "vendas");
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
    await createPairedInstance(sandbox, "vendas", { url: hook.url });
    expect((await send("5519999990001")).status).toBe(201);
    await until(
      () => hook.of("messages.update").some(({ data }) => data.status === "ERROR"),
      "the failure",
    );
  });

  it("assigns ids itself as 2.3.7, or honours messageId when told", async () => {
    await createPairedInstance(sandbox, "vendas");
    const body = { number: "5519987651234", text: "Oi", messageId: "3EB0AAAABBBBCCCCDDDD" };
    const first = await sandbox.evolution<Sent>("POST", "/message/sendText/vendas", body);
    expect(first.body.key.id).not.toBe(body.messageId);
    await sandbox.control("PUT", "/settings", { honourMessageId: true });
    for (let attempt = 0; attempt < 2; attempt++) {
      const honoured = await sandbox.evolution<Sent>("POST", "/message/sendText/vendas", body);
      expect(honoured.body.key.id).toBe(body.messageId);
    }
    const { messages } = await sandbox.control<Ledger>("GET", "/ledger");
    expect(messages.filter(({ id }) => id === body.messageId)).toEqual([
      expect.objectContaining({ resends: 1 }),
    ]);
  });

  it("refuses wrong keys, names and bodies as Evolution does", async () => {
    await createPairedInstance(sandbox, "vendas");
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
