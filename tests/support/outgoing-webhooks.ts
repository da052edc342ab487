import { afterAll, beforeAll, beforeEach } from "vitest";
import { webhooks } from "@/lib/contracts/integrations/webhooks";
import { announce } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import {
  slowWebhookWork,
  webhookWork,
} from "@/server/integrations/webhook-deliveries/webhook-delivery.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { buildWebhook } from "../factories/owned-rows";
import { buildUser, type TestUser } from "../factories/users";
import { callApi, request } from "./api";
import { checkToldWebhook } from "./documented-answers";
import { startRecordedServer } from "./recorded-server";
import { runApi } from "./running";

type Receiver = Awaited<ReturnType<typeof startRecordedServer>>;
type Reply = { status?: number; headers?: Record<string, string>; body: unknown };

export const URL_OF_OWNER = "http://recebe.example/ganchos?x=1";

/** Runs the API and a program that receives webhooks. Each test has a new owner, and earlier deliveries are removed. */
export function runOutgoing() {
  const api = runApi({ withoutLimits: true });
  let receiver: Receiver;
  const state = {
    owner: {} as TestUser,
    /** How the program answers its nth request. */
    reply: (_nth: number): Reply | Promise<Reply> => ({ body: "ok" }),
    get requests() {
      return receiver.requests;
    },
  };
  const build = (user = state.owner) => buildWebhook(user, { url: URL_OF_OWNER });
  const createLead = (name = "Padaria", whatsapp = "11987654321") =>
    request<{ lead: { id: number } }>(
      api,
      "POST",
      "/api/leads",
      { name, whatsapp },
      state.owner.headers,
    );
  /** Each payload is checked against the document. */
  const deliveriesOf = async (id: number, user = state.owner) => {
    const { body } = await callApi(
      api,
      webhooks.deliveries,
      { params: { id }, query: {} },
      user.headers,
    );
    for (const { event_type, payload } of body.deliveries) {
      if (event_type !== "webhook.test" && payload !== "{}") checkToldWebhook(payload);
    }
    return body.deliveries;
  };
  const webhooksOf = async () =>
    (await callApi(api, webhooks.list, {}, state.owner.headers)).body.webhook_endpoints;
  /** Makes a worker's next try now. */
  const tryNow = async (id: number) => {
    await execute(sql`UPDATE webhook_deliveries SET resume_at = NULL WHERE id = ${id}`);
    await execute(
      sql`UPDATE webhook_endpoints SET resume_at = NULL WHERE owner_id = ${state.owner.id}`,
    );
    return tryAsWorkers(id);
  };
  /** Lets the workers of both lanes try; one of them may send. */
  const tryAsWorkers = async (id: number) => {
    const { signal } = new AbortController();
    const before = state.requests.length;
    const later = await workOnRow(webhookWork, id, signal);
    return state.requests.length > before ? later : workOnRow(slowWebhookWork, id, signal);
  };
  const announceOne = async (webhookId: number) => {
    await transaction(() => announce(state.owner.id, "lead.created", [{ lead_id: 1 }]));
    return (await deliveriesOf(webhookId))[0]?.id ?? 0;
  };
  const mailsOf = async () => {
    const mails = await rows<{ kind: string }>(
      sql`SELECT kind FROM mails WHERE user_id = ${state.owner.id}`,
    );
    return mails.map(({ kind }) => kind);
  };
  beforeAll(async () => {
    // The destination of names under .example in development and tests.
    const port = Number(new URL(env.SANDBOX_URL ?? "").port);
    receiver = await startRecordedServer((_request, nth) => state.reply(nth), port);
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    state.reply = () => ({ body: "ok" });
    receiver.requests.length = 0;
    state.owner = await buildUser();
  });
  const acts = {
    build,
    createLead,
    deliveriesOf,
    webhooksOf,
    tryNow,
    tryAsWorkers,
    announceOne,
    mailsOf,
  };
  return Object.assign(state, { api, ...acts });
}
