import { createHmac, randomInt } from "node:crypto";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { env } from "@/server/platform/env";
import type { TestUser } from "../factories/users";
import { callApi, type TestApi } from "./api";

type Api = Pick<TestApi, "url">;

export const CLOUD_WEBHOOK = "/api/webhooks/whatsapp-cloud";

/** The sandbox's settings for webhooks to the API of this test file. */
export const graphWebhook = () => ({
  url: `${env.APP_URL}${CLOUD_WEBHOOK}`,
  appSecret: env.META_APP_SECRET ?? "",
});

export function newPhoneNumberId(): string {
  return `7${randomInt(10 ** 12, 10 ** 13)}`;
}

/** Connects the user's number of the Cloud API. Returns its phone number id. */
export async function connectNumber(
  api: Api,
  user: TestUser,
  phoneId = newPhoneNumberId(),
  account = "9000000001",
) {
  const body = {
    phone_number_id: phoneId,
    business_account_id: account,
    access_token: `token-${phoneId}`,
  };
  const answer = await callApi(api, whatsapp.connectCloud, { body }, user.headers);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return phoneId;
}

export function sign(body: string | Buffer, secret = env.META_APP_SECRET ?? ""): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/** Posts a webhook as Meta does. */
export async function postSigned(api: Api, body: unknown): Promise<number> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return postRaw(api, text, { "x-hub-signature-256": sign(text) });
}

export async function postRaw(api: Api, body: string, headers: Record<string, string>) {
  const response = await fetch(`${api.url}${CLOUD_WEBHOOK}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

/** A webhook with these values, each for a number. */
export function toWebhook(...values: { phoneId: string; [field: string]: unknown }[]) {
  return {
    object: "whatsapp_business_account",
    entry: values.map(({ phoneId, ...value }) => ({
      id: "9000000001",
      changes: [
        {
          field: "messages",
          value: {
            messaging_product: "whatsapp",
            metadata: { display_phone_number: "5511900010101", phone_number_id: phoneId },
            ...value,
          },
        },
      ],
    })),
  };
}

export function toMessage(id: string, from: string, content: object) {
  return { id, from, timestamp: String(Math.floor(Date.now() / 1000)), ...content };
}

export const textOf = (body: string) => ({ type: "text", text: { body } });
