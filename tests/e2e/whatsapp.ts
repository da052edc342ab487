import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { type Account, findToken } from "./account";
import { SANDBOX_URL } from "./ports";
import { expect } from "./support";

/** What the journeys of the chat share: phones of the sandbox, and the parts of the screen. */

/** A phone of the sandbox for one test alone: its last digits are never those of a missing or a failing one. */
export function newPhone() {
  return `55119${randomInt(70_000_000, 99_999_999).toString().slice(0, 7)}${randomInt(2, 10)}`;
}

async function control(page: Page, method: "POST" | "PUT", path: string, data: object) {
  const answer = await page.request.fetch(`${SANDBOX_URL}/control${path}`, { method, data });
  expect(answer.status(), path).toBeLessThan(300);
}

interface LedgerRow {
  id: string;
  instance: string;
  text: string;
  content: Record<string, unknown> | null;
  quoted: string | null;
  fileBytes: number | null;
}

/**
 * Pairs a phone of the sandbox with the account, as its default number or another one of its own, whose other end then
 * writes by `receive`.
 */
export async function pair(
  page: Page,
  account: Account,
  { numberId, phone = "5511900010202" }: { numberId?: number; phone?: string } = {},
) {
  const headers = { token: await findToken(page, account) };
  const of = numberId === undefined ? "" : `?number_id=${numberId}`;
  const connected = await page.request.post(`/api/whatsapp/instance/connect${of}`, { headers });
  const { data } = (await connected.json()) as { data: { code: string } };
  const scanned = await page.request.post(`${SANDBOX_URL}/control/scan`, {
    data: { code: data.code, phone },
  });
  const { instance } = (await scanned.json()) as { instance: string };
  const api = {
    get: async <T>(path: string) => (await page.request.get(path, { headers })).json() as T,
    post: (path: string, body: object) => page.request.post(path, { headers, data: body }),
  };
  await expect
    .poll(
      async () =>
        // Not what the provider says before it is stored.
        (await (await api.post(`/api/whatsapp/instance/check${of}`, {})).json()).data.connected,
    )
    .toBe(true);
  return {
    ...api,
    instance,
    /** A text, or a sample of the sandbox's or another content. */
    receive: (phone: string, content: string | object) =>
      control(page, "POST", `/phones/${phone}/reply`, {
        instance,
        ...(typeof content === "string" ? { text: content } : content),
      }),
    act: (phone: string, action: "react" | "delete", on: object) =>
      control(page, "POST", `/phones/${phone}/${action}`, { instance, ...on }),
    /** What the sandbox knows of each message, in order. */
    readLedger: async (of: "ledger" | "inbound") => {
      const answer = await page.request.get(
        `${SANDBOX_URL}/control/${of}?instance=${encodeURIComponent(instance)}`,
      );
      const { messages } = (await answer.json()) as { messages: LedgerRow[] };
      return messages.filter((message) => message.instance === instance);
    },
    behave: (phone: string, behaviour: string) =>
      control(page, "PUT", `/phones/${phone}`, { behaviour, lid: false }),
    countMessages: async (phone: string) => {
      const { data } = await api.get<{ data: { messages: unknown[] } }>(
        `/api/whatsapp/messages/%2B${phone}?per_page=100`,
      );
      return data.messages.length;
    },
    disconnect: () => control(page, "POST", "/unpair", { instance }),
    createLead: (whatsapp: string, name: string) =>
      page.request.post("/api/leads", { headers, data: { name, whatsapp: `+${whatsapp}` } }),
  };
}

export const list = (page: Page) => page.getByRole("region", { name: "Conversas" });
export const row = (page: Page, name: string | RegExp) => list(page).getByRole("link", { name });
export const conversation = (page: Page) =>
  page.getByRole("region", { name: "Conversa", exact: true });
export const history = (page: Page) => page.getByRole("region", { name: "Mensagens", exact: true });
export const bubble = (page: Page, text: string | RegExp) =>
  history(page).getByRole("listitem").filter({ hasText: text });
export const input = (page: Page) => page.getByRole("textbox", { name: "Mensagem", exact: true });
/** On a phone the pairing by a code comes first. */
export async function showQr(page: Page) {
  if (onPhone(page)) await page.getByRole("button", { name: "Usar QR Code" }).click();
}

export const onPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768;
