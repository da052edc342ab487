import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWhatsAppServer } from "@openclaw/crabline";
import { BufferJSON, initAuthCreds } from "baileys";
import { listenLocally } from "@/sandbox/listening";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { seal } from "@/server/platform/secrets";
import type { TestUser } from "../factories/users";

/** The number of every phone of this server. */
export const OWN_NUMBER = "5511999990000";

interface AcceptedText {
  id: string;
  to: string;
  text: string;
  at: number;
}

export interface WhatsappServer {
  /** Texts the server decrypted, in order. */
  texts: AcceptedText[];
  /** Every stanza the server received, as JSON. */
  stanzas: string[];
  /** Connections that are open now, and at most ever. */
  connections: { open: number; most: number; total: number };
  /** A person writes to us, from a number or from the id of a chat; returns the message's id. */
  write(from: string, text: string): Promise<string>;
  /** Cuts every open connection. */
  drop(): void;
  /** Accepts texts without confirming them, until the function it returns is called. */
  withholdAcks(): () => void;
  /** Refuses new connections, or answers them with an HTTP status and leaves them open, until called with false. */
  refuse(refused: boolean | "http"): void;
  close(): Promise<void>;
}

interface Recorded {
  accepted?: boolean;
  tag?: string;
  key?: { id: string; remoteJid: string; fromMe: boolean };
  message?: { conversation?: string };
}

/** A server of WhatsApp Web's protocol at this test file's address, behind a proxy that counts and cuts connections. */
export async function startWhatsappServer(): Promise<WhatsappServer> {
  const folder = mkdtempSync(join(tmpdir(), "whatsapp-"));
  const texts: AcceptedText[] = [];
  const stanzas: string[] = [];
  let withheld: Promise<void> | undefined;
  const server = await startWhatsAppServer({
    accessToken: "test",
    adminToken: "admin",
    messageAcceptanceTimeoutMs: 60_000,
    selfJid: `${OWN_NUMBER}@s.whatsapp.net`,
    recorderPath: join(folder, "events.jsonl"),
    async onEvent(event) {
      const body = event.body as Recorded | undefined;
      stanzas.push(JSON.stringify(body));
      const text = body?.message?.conversation;
      if (!("accepted" in event) || !body?.key?.fromMe || !text) return;
      texts.push({ id: body.key.id, to: body.key.remoteJid, text, at: performance.now() });
      await withheld;
    },
  });
  const target = Number(new URL(server.manifest.baseUrl).port);
  const connections = { open: 0, most: 0, total: 0 };
  const sockets = new Set<Socket>();
  let refused: boolean | "http" = false;
  const proxy = createServer((client) => {
    if (refused === "http") {
      client.once("data", () =>
        client.write("HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n"),
      );
      client.on("error", () => client.destroy());
      sockets.add(client);
      return;
    }
    if (refused) {
      client.destroy();
      return;
    }
    const upstream = connect(target, "127.0.0.1");
    sockets.add(client);
    connections.open += 1;
    connections.total += 1;
    connections.most = Math.max(connections.most, connections.open);
    const end = () => {
      if (sockets.delete(client)) connections.open -= 1;
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
    client.pipe(upstream).pipe(client);
  });
  const { port } = new URL(env.WHATSAPP_WEB_URL);
  await listenLocally(proxy, Number(port));
  return {
    texts,
    stanzas,
    connections,
    async write(from, text) {
      const jid = from.includes("@") ? from : `${from}@s.whatsapp.net`;
      const response = await fetch(server.manifest.endpoints.adminInboundUrl, {
        method: "POST",
        headers: { "content-type": "application/json", "x-crabline-admin-token": "admin" },
        body: JSON.stringify({ chatJid: jid, senderJid: jid, text, pushName: "Bia" }),
      });
      const answer = await response.text();
      if (!response.ok) throw new Error(`inbound: ${answer}`);
      return answer;
    },
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    withholdAcks() {
      let confirm = () => {};
      withheld = new Promise((resolve) => {
        confirm = resolve;
      });
      return () => {
        withheld = undefined;
        confirm();
      };
    },
    refuse(next) {
      refused = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Gives the user a phone that is already paired: this server shows no QR code. No worker connects it before
 * `requestSocket`. Returns the instance's id.
 */
export async function buildPairedPhone(user: TestUser): Promise<number> {
  const instance = await firstRow<{ id: number }>(
    sql`INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash)
        VALUES (${user.id}, 'baileys', ${`garimpo-${user.id}`}, ${Buffer.from(`hook ${user.id}`)}) RETURNING id`,
  );
  const id = instance?.id ?? 0;
  const creds = {
    ...initAuthCreds(),
    me: { id: `${OWN_NUMBER}:1@s.whatsapp.net`, name: "Ana" },
    account: {},
    accountSyncCounter: 1,
  };
  await execute(
    sql`INSERT INTO whatsapp_auth_keys (instance_id, owner_id, type, key_id, sealed_value)
        VALUES (${id}, ${user.id}, 'creds', '', ${seal(JSON.stringify(creds, BufferJSON.replacer), `whatsapp_auth_keys.sealed_value ${id} creds `)})`,
  );
  return id;
}
