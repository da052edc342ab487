import { randomInt } from "node:crypto";
import { campaigns, type StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import type { TestSandbox } from "@/sandbox/testing";
import { buildLead } from "../factories/leads";
import { buildUser } from "../factories/users";
import { callApi, type TestApi } from "./api";
import { findRun, type Seller, setPhone, type WorkedRun } from "./campaign-work";
import { connectNumber, newPhoneNumberId } from "./cloud";

/** Campaigns by template against the sandbox's Graph API. */

export interface CloudSeller extends Seller {
  phoneId: string;
  /** Its own business account, whose templates a test may change. */
  account: string;
}

type Api = Pick<TestApi, "url">;
type Sandbox = Pick<TestSandbox, "control">;

/** An account with a number of the Cloud API and leads whose phones take messages and say nothing. */
export async function buildCloudSeller(
  api: Api,
  sandbox: Sandbox,
  leadCount: number,
): Promise<CloudSeller> {
  const user = await buildUser({ plan: "pro" });
  const account = `8${randomInt(10 ** 11, 10 ** 12)}`;
  const phoneId = await connectNumber(api, user, newPhoneNumberId(), account);
  const leads = [];
  for (let at = 0; at < leadCount; at += 1) {
    leads.push(await buildLead(user.id, { name: `Padaria ${at + 1}` }));
    await setPhone(sandbox, leads.at(-1)?.whatsapp, "receives");
  }
  return { user, leads, instance: phoneId, phoneId, account };
}

/** `retomar_conversa` of the sandbox, a template of the category MARKETING. */
export const MARKETING = {
  name: "retomar_conversa",
  language: "pt_BR",
  bindings: [
    { key: "body_1", value: "{{nome}}", fallback: "cliente" },
    { key: "body_2", value: "Garimpo" },
  ],
};

/** `proposta_pronta` of the sandbox, a template of the category UTILITY. */
export const UTILITY = {
  name: "proposta_pronta",
  language: "pt_BR",
  bindings: [
    { key: "header_empresa", value: "{{empresa}}", fallback: "sua empresa" },
    { key: "body_nome", value: "{{saudacao}}" },
  ],
};

export function askToStart(api: Api, { user }: Seller, body: Partial<StartProspecting> = {}) {
  return callApi(
    api,
    campaigns.start,
    { body: { num_leads: 210, templates: [UTILITY], ...body } },
    user.headers,
  );
}

export async function startTemplates(
  api: Api,
  seller: Seller,
  body: Partial<StartProspecting> = {},
): Promise<WorkedRun> {
  const answer = await askToStart(api, seller, body);
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return findRun(answer.body.activity_id);
}

/** The messages that Meta received for a number. */
export async function ledgerOf(sandbox: Sandbox, phoneId: string) {
  const { messages } = await sandbox.control<{ messages: { text: string; to: string }[] }>(
    "GET",
    `/ledger?instance=${phoneId}`,
  );
  return messages;
}

/** Calls a control endpoint of the sandbox's Graph: see sandbox/graph/template-control. */
export async function controlGraph(method: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${process.env["SANDBOX_URL"]}/graph/control/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`);
}
