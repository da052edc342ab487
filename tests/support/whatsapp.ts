import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { OPT_OUT_CONFIRMATION } from "@/lib/domain/messages/opt-out";
import { startTestSandbox, type TestSandbox, until } from "@/sandbox/testing";
import { firstRow, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import type { TestUser } from "../factories/users";
import { callApi, type TestApi } from "./api";

/** Starts the sandbox at the address in this test file's environment. */
export function startOwnSandbox(options: Parameters<typeof startTestSandbox>[0] = {}) {
  const port = Number(new URL(env.SANDBOX_URL ?? "").port);
  return startTestSandbox({ ...options, port });
}

type Control = Pick<TestSandbox, "control">;

/**
 * Connects the user's WhatsApp, by the default number or another one: requests the code, scans it with a sandbox phone, waits for the webhook and, unless the test is
 * about it, for what was said before. Returns the instance's name.
 */
export async function pairWhatsapp(
  api: Pick<TestApi, "url">,
  sandbox: Control,
  user: TestUser,
  phone: string | null = null,
  { awaitsHistory = false, numberId }: { awaitsHistory?: boolean; numberId?: number } = {},
) {
  const which = { query: numberId === undefined ? {} : { number_id: numberId } };
  const connect = await callApi(api, whatsapp.connect, which, user.headers);
  const code = connect.body.data.code;
  const { instance } = await sandbox.control<{ instance: string }>("POST", "/scan", {
    code,
    phone,
  });
  await until(async () => {
    const answer = await callApi(api, whatsapp.instance, which, user.headers);
    return answer.body.data.connected;
  }, "the phone to be connected");
  // The provider may say so before its event is stored.
  await callApi(api, whatsapp.check, which, user.headers);
  if (awaitsHistory) return instance;
  const awaited = () =>
    firstRow(
      sql`SELECT 1 AS one FROM whatsapp_instances WHERE owner_id = ${user.id} AND history_since IS NOT NULL`,
    );
  await until(async () => (await awaited()) === null, "what was said before to be handed over");
  return instance;
}

export interface LedgerMessage {
  id: string;
  to: string;
  toKey: string;
  text: string;
  /** When the message was accepted. */
  at: string;
}

/**
 * The messages the sandbox accepted from an instance, without the confirmations of opt-outs: some of its phones opt out
 * by themselves.
 */
export async function readLedger(sandbox: Control, instance: string): Promise<LedgerMessage[]> {
  const messages = await readWholeLedger(sandbox, instance);
  return messages.filter(({ text }) => text !== OPT_OUT_CONFIRMATION);
}

/** Every message the sandbox accepted from an instance. */
export async function readWholeLedger(
  sandbox: Control,
  instance: string,
): Promise<LedgerMessage[]> {
  const ledger = await sandbox.control<{ messages: LedgerMessage[] }>(
    "GET",
    `/ledger?instance=${instance}`,
  );
  return ledger.messages;
}
