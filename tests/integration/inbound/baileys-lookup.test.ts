import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from "baileys";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { startSocketOwner } from "@/server/inbound/socket-owner/socket-owner.service";
import { closeCommands } from "@/server/messaging/sockets/commands.service";
import { requestSocket } from "@/server/messaging/sockets/socket-leases.service";
import { checkNumber } from "@/server/messaging/whatsapp/number-check.service";
import { rows, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runWithBaileys } from "@/tests/support/environments";
import { listenForConnections } from "@/tests/support/noise-server";
import { runApi } from "@/tests/support/running";
import { buildPairedPhone } from "@/tests/support/whatsapp-server";

runWithBaileys();

/** WhatsApp's answers about the person behind a number: the address first, the opaque id only when a request names it. */
const api = runApi();
const SERVER = "s.whatsapp.net";
const HIDDEN = "5521988886666";

let server: Awaited<ReturnType<typeof listenForConnections>>;
let owner: ReturnType<typeof startSocketOwner>;
let user: TestUser;

beforeAll(async () => {
  server = await listenForConnections({
    login: (connection) =>
      connection.send({ tag: "success", attrs: { t: String(Math.floor(Date.now() / 1000)) } }),
    node(connection, node) {
      if (node.tag !== "iq" || node.attrs["type"] === "result") return;
      connection.send({
        tag: "iq",
        attrs: { id: node.attrs["id"] ?? "", type: "result", from: SERVER },
        content: [answer(node)],
      });
    },
  });
  user = await buildUser();
  const id = await buildPairedPhone(user);
  owner = startSocketOwner();
  await requestSocket(id);
  const isConnected = async () =>
    (await callApi(api, whatsapp.instance, {}, user.headers)).body.data.connected;
  await until(isConnected, "the phone to be connected");
});
afterAll(async () => {
  await owner.close();
  await closeCommands();
  await server.close();
});

function answer(node: BinaryNode): BinaryNode {
  const asked = getBinaryNodeChild(node, "usync");
  if (!asked) return { tag: "count", attrs: { value: "100" } };
  const byId = getBinaryNodeChild(getBinaryNodeChild(asked, "query"), "lid") !== undefined;
  const users = getBinaryNodeChildren(getBinaryNodeChild(asked, "list"), "user");
  const list = users.map((found): BinaryNode => {
    const contact = getBinaryNodeChild(found, "contact")?.content;
    const number = (found.attrs["jid"] ?? String(contact).replace("+", "")).split("@")[0] ?? "";
    const named: BinaryNode = byId
      ? { tag: "lid", attrs: number === HIDDEN ? {} : { val: `1${number}@lid` } }
      : { tag: "contact", attrs: { type: "in" } };
    return { tag: "user", attrs: { jid: `${number}@${SERVER}` }, content: [named] };
  });
  return { tag: "usync", attrs: {}, content: [{ tag: "list", attrs: {}, content: list }] };
}

const identitiesOf = (ownerId: number) =>
  rows(sql`SELECT chat_id, phone_key FROM contact_identities WHERE owner_id = ${ownerId}`);

test("a number that is looked up brings its opaque id, by which its answers may come", async () => {
  expect(await checkNumber(user.id, "5521988885555", "default")).toEqual({
    outcome: "exists",
    chatId: `5521988885555@${SERVER}`,
    lid: "15521988885555@lid",
  });
  expect(await identitiesOf(user.id)).toEqual([
    { chat_id: "15521988885555@lid", phone_key: "552188885555" },
  ]);
});

test("a number without one is written to all the same", async () => {
  expect(await checkNumber(user.id, HIDDEN, "default")).toEqual({
    outcome: "exists",
    chatId: `${HIDDEN}@${SERVER}`,
    lid: null,
  });
});
