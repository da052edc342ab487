/** The reference for the inbound bench: node:http and pg with bare inserts of the rows that a message ends as. */
import { createServer } from "node:http";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 20 });
const owner = Number(process.env["BENCH_OWNER"]);

const CONVERSATION = `INSERT INTO conversations (owner_id, phone_key, chat_id, name, last_message, last_message_at, unread_count)
  VALUES ($1, $2, $3, $4, $5, now(), 1)
  ON CONFLICT (owner_id, phone_key) DO UPDATE SET last_message = excluded.last_message, unread_count = conversations.unread_count + 1
  RETURNING id`;
const MESSAGE = `INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, status_rank, sent_at)
  VALUES ($1, $2, (SELECT id FROM whatsapp_instances WHERE owner_id = $1), $3, 'in', $4, 4, now())`;
const EVENT = `INSERT INTO events (owner_id, event_type, metadata) VALUES ($1, 'message_received', '{}')`;

createServer(async (request, response) => {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { key, pushName, message } = JSON.parse(Buffer.concat(chunks).toString()).data;
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      const { rows } = await client.query(CONVERSATION, [
        owner,
        `r${key.remoteJid.slice(0, 13)}`,
        key.remoteJid,
        pushName,
        message.conversation,
      ]);
      await client.query(MESSAGE, [owner, rows[0].id, `r${key.id}`, message.conversation]);
      await client.query(EVENT, [owner]);
      await client.query("COMMIT");
    } finally {
      client.release();
    }
    response.setHeader("content-type", "application/json");
    response.end('{"received":true}');
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(Number(process.env["PORT"]), "127.0.0.1", () => process.send?.("listening"));
