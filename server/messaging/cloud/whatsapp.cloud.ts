import { z } from "zod";
import { getChatNumber, getScopedUserId } from "@/lib/domain/messages/chat-key";
import { AppError } from "@/lib/errors";
import type {
  InstanceRef,
  MediaDownload,
  SendOutcome,
  WhatsappGateway,
} from "@/server/messaging/gateway/whatsapp.gateway";
import { callOutside, type OutsideAnswer, streamOutside } from "@/server/platform/outside/call";
import { parseJson } from "@/server/platform/outside/call-json";
import { isTokenRefused, readGraphError, toSendFailure } from "./graph-error.cloud";
import { findDailyLimit, findTemplates } from "./template-list.cloud";
import { toTemplateBody } from "./templates.cloud";
import { parseCloudWebhook } from "./webhook.cloud";

/** A send must be over before it counts as without an outcome (20 s). */
const TIMEOUT_MS = 15_000;
const DOWNLOAD_TIMEOUT_MS = 180_000;
/** Meta's limit for a text; other gateways take more. */
const MAX_TEXT = 4_096;
const FIELDS = "display_phone_number,verified_name,quality_rating";
/** An object that does not exist, or that this token may not see. */
const NO_SUCH_OBJECT = 100;
/** Hosts that serve Meta's files: the token is sent to no other host. */
const FILE_HOSTS = /(?:^|\.)(?:fbsbx\.com|facebook\.com|whatsapp\.net)$/;

const PhoneNumber = z.object({ display_phone_number: z.string().max(40) });
const Sent = z.object({
  contacts: z.array(z.object({ wa_id: z.string().nullish() })).catch([]),
  messages: z.array(z.object({ id: z.string().min(1).max(200) })).min(1),
});
const FileSource = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) });
const FileAddress = z.object({ url: z.url().max(2_000) });
type Answered = Extract<OutsideAnswer, { answered: true }> & { body: unknown };
type Answer = Answered | Extract<OutsideAnswer, { answered: false }>;

/**
 * Meta's WhatsApp Cloud API. An instance's name is its phone number id. Meta chooses the ids of messages and does not
 * report past ones; our id comes back as `biz_opaque_callback_data` in the webhooks about a message.
 */
export function createCloud(config: { graphUrl: string }): WhatsappGateway {
  const base = config.graphUrl.replace(/\/$/, "");

  async function request(
    method: "GET" | "POST",
    path: string,
    { token, body }: { token: string | null; body?: unknown },
  ): Promise<Answer> {
    const answer = await callOutside(new URL(`${base}/${path}`), {
      method,
      headers: {
        authorization: `Bearer ${token ?? ""}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
    });
    return answer.answered ? { ...answer, body: parseJson(answer.text) ?? null } : answer;
  }

  /** @throws AppError unavailable when there is no response or it says that Meta cannot answer now */
  async function requireAnswer(...args: Parameters<typeof request>): Promise<Answered> {
    const answer = await request(...args);
    if (answer.answered && (answer.status < 400 || isOurFault(answer))) return answer;
    throw new AppError("unavailable", "A Meta não respondeu. Tente de novo em instantes.", {
      cause: new Error(
        `Graph, ${args[0]} ${args[1]}: ${answer.answered ? `status ${answer.status}` : answer.detail}`,
      ),
    });
  }

  async function send(
    ref: InstanceRef,
    { number, messageId }: { number: string; messageId?: string },
    content: object,
  ): Promise<SendOutcome> {
    const recipient = toRecipient(number);
    if (!recipient) return { outcome: "refused", detail: "Contato sem número conhecido" };
    const answer = await request("POST", `${ref.name}/messages`, {
      token: ref.token,
      body: {
        messaging_product: "whatsapp",
        recipient_type: "individual",
        ...recipient,
        ...content,
        ...(messageId && { biz_opaque_callback_data: messageId }),
      },
    });
    if (!answer.answered) {
      const { sent, detail } = answer;
      return sent
        ? { outcome: "unclear", detail }
        : { outcome: "not_taken", retryAfterMs: null, detail };
    }
    if (answer.status >= 300) return toSendFailure(answer);
    const parsed = Sent.safeParse(answer.body);
    const [message] = parsed.success ? parsed.data.messages : [];
    if (!message) return { outcome: "unclear", detail: "an answer without an id" };
    const told = parsed.data?.contacts[0]?.wa_id ?? "";
    return {
      outcome: "accepted",
      providerMessageId: message.id,
      // It may differ from the requested one: the ninth digit of a Brazilian number.
      chatId: /^\d{5,20}$/.test(told) ? `${told}@s.whatsapp.net` : toChatId(number),
    };
  }

  return {
    provider: "cloud",
    ordersEvents: false,
    pairsByCode: false,

    credentials: {
      async verify({ phone, account, token }) {
        const found = await requireAnswer("GET", `${phone}?fields=${FIELDS}`, { token });
        if (isTokenRefused(found.status, found.body)) return { outcome: "refused", field: "token" };
        const parsed = PhoneNumber.safeParse(found.status < 300 ? found.body : null);
        const number = parsed.data?.display_phone_number.replace(/\D/g, "") ?? "";
        if (number === "") return { outcome: "refused", field: "phone" };
        // Without it Meta sends this account's webhooks to nobody. Repeating the request has no further effect.
        const subscribed = await requireAnswer("POST", `${account}/subscribed_apps`, {
          token,
          body: {},
        });
        if (subscribed.status >= 300) return { outcome: "refused", field: "account" };
        return { outcome: "accepted", number };
      },
    },

    templatesOutsideWindow: {
      findTemplates: (ref) => findTemplates(ref, requireAnswer),

      findDailyLimit: (ref) => findDailyLimit(ref, requireAnswer),

      sendTemplate(ref, { template, values, ...message }) {
        return send(ref, message, {
          type: "template",
          template: toTemplateBody(template, values),
        });
      },
    },

    async ensureInstance() {
      throw new AppError("invalid_input", "Este WhatsApp se conecta com os dados da Cloud API.");
    },

    async connect() {
      throw new AppError("invalid_input", "Este WhatsApp se conecta com os dados da Cloud API.");
    },

    async getState(ref) {
      if (ref.token === null) return { status: "DISCONNECTED", problem: null };
      const { status, body } = await requireAnswer("GET", `${ref.name}?fields=${FIELDS}`, ref);
      return status < 300
        ? { status: "CONNECTED", problem: null }
        : {
            status: "DISCONNECTED",
            problem: isTokenRefused(status, body) || isMissing(body) ? "token_refused" : null,
          };
    },

    /** Only our credentials are deleted; there is nothing to end at Meta. */
    async logOut() {},

    async sendText(ref, { text, quoted, ...message }) {
      if (text.length > MAX_TEXT) {
        const detail = "Este WhatsApp aceita textos de até 4.096 caracteres.";
        return { outcome: "refused", detail, because: "message" };
      }
      return send(ref, message, {
        type: "text",
        text: { preview_url: false, body: text },
        ...(quoted && { context: { message_id: quoted.messageId } }),
      });
    },

    async sendReaction(ref, { to, chatId, emoji }) {
      const reaction = { message_id: to.messageId, emoji: emoji ?? "" };
      const number = getChatNumber(chatId) ?? chatId;
      return send(ref, { number }, { type: "reaction", reaction });
    },

    /** Meta has no such lookup: it fails the message. */
    async resolveNumber() {
      return { outcome: "unknown" };
    },

    /** Shown for up to 25 seconds, or until a message is sent. It also marks the message as read. */
    async setTyping(ref, { typing, lastReceivedId }) {
      if (!typing || lastReceivedId === null) return;
      await request("POST", `${ref.name}/messages`, {
        token: ref.token,
        body: { ...toReadBody(lastReceivedId), typing_indicator: { type: "text" } },
      });
    },

    /** The latest marks the earlier ones too. */
    async markRead(ref, { messageIds }) {
      const [latest] = messageIds;
      if (latest === undefined) return;
      const body = toReadBody(latest);
      await requireAnswer("POST", `${ref.name}/messages`, { token: ref.token, body });
    },

    async downloadMedia(ref, { source }, signal): Promise<MediaDownload> {
      const file = FileSource.safeParse(source);
      if (!file.success) return unavailable("the message names no file");
      const found = await request("GET", `${file.data.id}?phone_number_id=${ref.name}`, ref);
      signal.throwIfAborted();
      if (!found.answered) return unavailable(found.detail);
      const address = FileAddress.safeParse(found.status < 300 ? found.body : null);
      if (!address.success) return unavailable(`HTTP ${found.status}`, found.retryAfterMs);
      const url = new URL(address.data.url);
      if (!servesFiles(url, base)) return unavailable(`a file at ${url.hostname}`);
      const answer = await streamOutside(url, {
        headers: { authorization: `Bearer ${ref.token ?? ""}` },
        timeoutMs: DOWNLOAD_TIMEOUT_MS,
        signal,
      });
      if (!answer.answered) return unavailable(answer.detail);
      if (answer.status < 300) return { outcome: "found", content: answer.body };
      answer.body.destroy();
      return unavailable(`HTTP ${answer.status}`, answer.retryAfterMs);
    },

    /** Meta cannot be asked about a message: its webhooks report whether it went out. */
    async findSent() {
      return { outcome: "unknown" };
    },

    async findContacts() {
      return { contacts: [], first: null, full: false };
    },

    async findHistory() {
      return { events: [], full: false };
    },

    parseWebhook: parseCloudWebhook,
  };
}

/** A permanent refusal, which another attempt does not change. */
function isOurFault({ status, body }: Answered): boolean {
  if (status >= 500 || status === 429 || status === 408) return false;
  const { outcome } = toSendFailure({ status, body, retryAfterMs: null });
  return outcome !== "not_taken" && outcome !== "unclear";
}

function isMissing(body: unknown): boolean {
  return readGraphError(body)?.code === NO_SUCH_OBJECT;
}

/** `number`: digits, or the id of a chat. Null for another provider's id. */
function toRecipient(number: string): { to: string } | { recipient: string } | null {
  const phone = /^\d{5,20}$/.test(number) ? number : getChatNumber(number);
  if (phone !== null) return { to: phone };
  const ownerId = getScopedUserId(number);
  return ownerId === null ? null : { recipient: ownerId };
}

function toChatId(number: string): string {
  return number.includes("@") ? number : `${number}@s.whatsapp.net`;
}

function toReadBody(messageId: string) {
  return { messaging_product: "whatsapp", status: "read", message_id: messageId };
}

function servesFiles(url: URL, base: string): boolean {
  if (url.origin === new URL(base).origin) return true;
  return url.protocol === "https:" && FILE_HOSTS.test(url.hostname);
}

function unavailable(detail: string, retryAfterMs: number | null = null): MediaDownload {
  return { outcome: "unavailable", retryAfterMs, detail };
}
