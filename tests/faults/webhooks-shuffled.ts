/**
 * Messages and their receipts, each delivered 20 times in parallel, reordered, the receipts before their message too.
 * One row each, counted unread once; statuses only climb; two ids of one person end in one conversation.
 */

import { seededRandom } from "@/sandbox/random";
import { rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "../factories/leads";
import { buildUser } from "../factories/users";
import { buildWebhook, postWebhook } from "../factories/webhooks";
import { startApi } from "../support/api";
import { report } from "./report";

const PEOPLE = 10;
const MESSAGES_EACH = 5;
const COPIES = 20;
const AT_ONCE = 32;
const STATUSES = ["PENDING", "SERVER_ACK", "ERROR", "DELIVERY_ACK", "READ"];
const READ_RANK = 5;

const api = await startApi();
const user = await buildUser();
const hook = await buildWebhook(user.id);
for (let person = 0; person < PEOPLE; person += 1) {
  await buildLead(user.id, { whatsapp: numberOf(person) });
}

const random = seededRandom("shuffled webhooks");
const bodies: object[] = [];
for (let person = 0; person < PEOPLE; person += 1) {
  for (let at = 0; at < MESSAGES_EACH; at += 1) {
    const [incoming, outgoing] = [`IN-${person}-${at}`, `OUT-${person}-${at}`];
    bodies.push(toMessage(person, incoming, false), toMessage(person, outgoing, true));
    for (const status of STATUSES) {
      bodies.push({ event: "messages.update", data: { keyId: outgoing, status } });
    }
  }
}
const posts = bodies.flatMap((body) => Array.from({ length: COPIES }, () => body));
for (let at = posts.length - 1; at > 0; at -= 1) {
  const other = Math.floor(random.next() * (at + 1));
  [posts[at], posts[other]] = [posts[other] as object, posts[at] as object];
}
let refused = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let body = posts.pop(); body; body = posts.pop()) {
      const { status } = await postWebhook(api, hook, body);
      if (status !== 200) refused += 1;
    }
  }),
);

const messages = await rows<{ direction: string; status_rank: number }>(
  sql`SELECT direction, status_rank FROM messages WHERE owner_id = ${user.id}`,
);
const conversations = await rows<{ unread_count: number }>(
  sql`SELECT unread_count FROM conversations WHERE owner_id = ${user.id}`,
);
const [events] = await rows<{ count: number }>(
  sql`SELECT count(*)::int AS count FROM events WHERE owner_id = ${user.id} AND event_type = 'message_received'`,
);
const each = PEOPLE * MESSAGES_EACH;
const unread = conversations.reduce((sum, { unread_count }) => sum + unread_count, 0);
const below = messages.filter((row) => row.direction === "out" && row.status_rank !== READ_RANK);
report({
  deliveries: { value: bodies.length * COPIES, holds: true },
  refused: { value: refused, holds: refused === 0 },
  "rows (in and out)": { value: messages.length, holds: messages.length === 2 * each },
  conversations: { value: conversations.length, holds: conversations.length === PEOPLE },
  unread: { value: unread, holds: unread === each },
  "answers counted": { value: events?.count ?? 0, holds: events?.count === each },
  "statuses below read": { value: below.length, holds: below.length === 0 },
});

function numberOf(person: number): string {
  return `551198765${String(4000 + person)}`;
}

/** Every second person writes under an opaque id; only some of the messages contain the number. */
function toMessage(person: number, id: string, fromMe: boolean): object {
  const chat = `${numberOf(person)}@s.whatsapp.net`;
  const isOpaque = person % 2 === 1;
  const told = fromMe || id.endsWith("-0");
  return {
    // What is typed on the phone would count the conversation as read.
    event: fromMe ? "send.message" : "messages.upsert",
    data: {
      key: {
        id,
        fromMe,
        remoteJid: isOpaque ? `10000000000000${person}@lid` : chat,
        ...(isOpaque && told && { remoteJidAlt: chat }),
      },
      pushName: "Ana",
      message: { conversation: `Mensagem ${id}` },
      messageTimestamp: Math.floor(Date.now() / 1000),
    },
  };
}
