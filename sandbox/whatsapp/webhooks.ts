import { createHmac, randomUUID } from "node:crypto";
import type { Faults } from "../faults/faults";
import { seededRandom } from "../random";
import type { Store, StoredInstance, Webhook } from "../store/store";
import type { Timers } from "../timers";
import { describePhone } from "./phones";

type WebhookEvent =
  | "qrcode.updated"
  | "connection.update"
  | "status.instance"
  | "logout.instance"
  | "remove.instance"
  | "messages.set"
  | "messages.upsert"
  | "messages.update"
  | "messages.edited"
  | "messages.delete"
  | "send.message"
  | "contacts.upsert"
  | "presence.update"
  | "call";

export interface Webhooks {
  /** `more`: fields next to the data. */
  emit(instance: string, event: WebhookEvent, data: unknown, more?: object): void;
  /** Drops held webhooks and aborts running posts. */
  clear(): void;
}

interface Needs {
  store: Store;
  faults: Faults;
  timers: Timers;
  options: { webhookRetryMs: number };
  serverUrl(): string;
}

interface Post {
  url: string;
  webhook: Webhook;
  body: string;
}

const MAX_ATTEMPTS = 10;
const MAX_WAIT_MS = 300_000;
const TIMEOUT_MS = 30_000;
const NEVER_RETRIED = new Set([400, 401, 403, 404, 422]);
const REORDER_WINDOW_MS = 150;

export function createWebhooks({ store, faults, timers, options, serverUrl }: Needs): Webhooks {
  const random = seededRandom("webhooks");
  let abandoned = new AbortController();
  let held: Post[] = [];

  const attempt = async (post: Post, tried: number): Promise<void> => {
    const run = abandoned;
    try {
      const response = await fetch(post.url, {
        method: "POST",
        headers: buildHeaders(post.webhook),
        body: post.body,
        redirect: "manual",
        signal: AbortSignal.any([run.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      if (response.ok || NEVER_RETRIED.has(response.status)) return;
    } catch {
      if (run.signal.aborted) return;
    }
    if (tried >= MAX_ATTEMPTS) return;
    const wait = Math.min(options.webhookRetryMs * 2 ** (tried - 1), MAX_WAIT_MS);
    timers.after(wait * (0.8 + random.next() * 0.4), () => void attempt(post, tried + 1));
  };

  const send = (post: Post) => void attempt(post, 1);

  const hold = (post: Post, windowMs: number) => {
    held.push(post);
    if (held.length > 1) return;
    timers.after(windowMs, () => {
      const posts = held.reverse();
      held = [];
      for (const each of posts) send(each);
    });
  };

  return {
    emit(name, event, data, more = {}) {
      const instance = store.instances.get(name);
      const webhook = instance?.webhook;
      if (instance === undefined || !webhook?.enabled || !isSubscribed(webhook, event)) return;
      if (faults.strike("evolution", event, ["lost-webhooks"]).length > 0) return;
      const post = {
        url: buildPostUrl(webhook, event),
        webhook,
        body: JSON.stringify({
          ...toEnvelope(instance, webhook, event, data, serverUrl(), store),
          ...more,
        }),
      };
      const [duplicate] = faults.strike("evolution", event, ["duplicate-webhooks"]);
      const [reorder] = faults.strike("evolution", event, ["reorder-webhooks"]);
      const copies = duplicate === undefined ? 1 : (duplicate.copies ?? 2);
      for (let copy = 0; copy < copies; copy++) {
        if (reorder === undefined) send(post);
        else hold(post, reorder.delayMs ?? REORDER_WINDOW_MS);
      }
    },
    clear() {
      abandoned.abort();
      abandoned = new AbortController();
      held = [];
    },
  };
}

function isSubscribed({ events }: Webhook, event: WebhookEvent): boolean {
  return events.length === 0 || events.includes(event.replace(".", "_").toUpperCase());
}

function buildPostUrl({ url, webhookByEvents }: Webhook, event: WebhookEvent): string {
  return webhookByEvents ? `${url.replace(/\/$/, "")}/${event.replace(".", "-")}` : url;
}

function toEnvelope(
  { name, phone, token }: StoredInstance,
  { url }: Webhook,
  event: WebhookEvent,
  data: unknown,
  serverUrl: string,
  { phoneOverrides }: Store,
) {
  return {
    event,
    instance: name,
    data,
    destination: url,
    date_time: formatLocalTimeWithZ(),
    sender: phone === null ? null : describePhone(phone, phoneOverrides).jid,
    server_url: serverUrl,
    apikey: token,
  };
}

/** Evolution prints local time with a Z suffix: receivers must not trust this field. */
function formatLocalTimeWithZ(): string {
  return new Date(Date.now() - 3 * 60 * 60 * 1000).toISOString();
}

/** `jwt_key` is not sent as a header: it signs the bearer token sent instead. */
function buildHeaders({ headers }: Webhook): Record<string, string> {
  const { jwt_key: key, ...others } = headers ?? {};
  return {
    "content-type": "application/json",
    "user-agent": "axios/1.7.9",
    ...others,
    ...(key !== undefined && { authorization: `Bearer ${signToken(key)}` }),
  };
}

function signToken(key: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iat, exp: iat + 600, app: "evolution", action: "webhook" };
  const unsigned = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${unsigned}.${createHmac("sha256", key).update(unsigned).digest("base64url")}`;
}

export const WEBHOOK_EVENT_NAMES = [
  "APPLICATION_STARTUP",
  "QRCODE_UPDATED",
  "MESSAGES_SET",
  "MESSAGES_UPSERT",
  "MESSAGES_EDITED",
  "MESSAGES_UPDATE",
  "MESSAGES_DELETE",
  "SEND_MESSAGE",
  "SEND_MESSAGE_UPDATE",
  "CONTACTS_SET",
  "CONTACTS_UPSERT",
  "CONTACTS_UPDATE",
  "PRESENCE_UPDATE",
  "CHATS_SET",
  "CHATS_UPSERT",
  "CHATS_UPDATE",
  "CHATS_DELETE",
  "GROUPS_UPSERT",
  "GROUP_UPDATE",
  "GROUP_PARTICIPANTS_UPDATE",
  "CONNECTION_UPDATE",
  "LABELS_EDIT",
  "LABELS_ASSOCIATION",
  "CALL",
  "TYPEBOT_START",
  "TYPEBOT_CHANGE_STATUS",
  "REMOVE_INSTANCE",
  "LOGOUT_INSTANCE",
  "INSTANCE_CREATE",
  "INSTANCE_DELETE",
  "STATUS_INSTANCE",
] as const;

export interface WebhookRequest {
  enabled?: boolean;
  url: string;
  headers?: Record<string, string> | null;
  byEvents?: boolean;
  base64?: boolean;
  events?: readonly string[];
}

export function toWebhook(
  request: WebhookRequest,
  instanceId: string,
  before?: Webhook | null,
): Webhook {
  const now = new Date().toISOString();
  const enabled = request.enabled ?? true;
  const events = request.events ?? [];
  return {
    id: before?.id ?? `c${randomUUID().replaceAll("-", "").slice(0, 24)}`,
    url: request.url,
    headers: request.headers ?? null,
    enabled,
    events: enabled && events.length === 0 ? WEBHOOK_EVENT_NAMES : events,
    webhookByEvents: request.byEvents ?? false,
    webhookBase64: request.base64 ?? false,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
    instanceId,
  };
}
