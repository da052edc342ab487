import { createHmac, randomBytes } from "node:crypto";
import type { Faults } from "../faults/faults";
import { hashText } from "../random";
import { createRowId, type Store, type StoredMessage } from "../store/store";
import type { Timers } from "../timers";
import { type ContactPhone, describePhone } from "./phones";

/** A message as the Cloud API's webhooks have it, without its id, its author and its time. */
export type GraphContent = Readonly<Record<string, unknown>> & { type: string };

export interface GraphNumbers {
  /** Accepts a message of ours; its statuses and the phone's answers follow as webhooks. Returns its id. */
  accept(send: {
    phoneNumberId: string;
    phone: ContactPhone;
    to: string;
    text: string;
    /** Of its template; null for a free text. */
    category: string | null;
    ownId: string | null;
  }): string;
  /** Posts a change of a business account: of its templates, or, with `value`, of one of its numbers. */
  announce(account: string, field: string, value: object): void;
  /** The contact writes. `hidden` leaves its number out, as of somebody with a user name. Returns the message's id. */
  receive(
    phoneNumberId: string,
    contact: string,
    content: GraphContent,
    options?: { hidden?: boolean; scoped?: boolean },
  ): string;
}

interface Needs {
  store: Store;
  faults: Faults;
  timers: Timers;
  options: { phoneDelayMs: number; webhookRetryMs: number };
  webhook: { url: string; appSecret: string } | null;
}

const WINDOW_MS = 24 * 3_600_000;
const MAX_ATTEMPTS = 10;
const TIMEOUT_MS = 30_000;

const STEPS: Readonly<Record<string, readonly string[]>> = {
  off: ["sent"],
  receives: ["sent", "delivered"],
  reads: ["sent", "delivered", "read"],
  // Meta may leave out `delivered` where the message was read at once.
  replies: ["sent", "read"],
  "opts-out": ["sent", "read"],
};

/** The business-scoped id of a contact. */
export function toScopedId(key: string): string {
  return `BR.${(BigInt(key) * 13n + 1_000_000_000_000_003n).toString()}`;
}

/** Numbers of Meta's Cloud API: they send to and receive from the same phones as the paired ones. */
export function createGraphNumbers(needs: Needs): GraphNumbers {
  const { store, faults, timers, options, webhook } = needs;

  const attempt = async (body: string, tried: number): Promise<void> => {
    if (!webhook) return;
    const signature = createHmac("sha256", webhook.appSecret).update(body).digest("hex");
    const headers = {
      "content-type": "application/json",
      "x-hub-signature-256": `sha256=${signature}`,
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const posted = await fetch(webhook.url, { method: "POST", headers, body, signal }).catch(
      () => null,
    );
    await posted?.body?.cancel();
    if (posted?.ok || tried >= MAX_ATTEMPTS) return;
    timers.after(options.webhookRetryMs * 2 ** (tried - 1), () => void attempt(body, tried + 1));
  };

  const emit = (phoneNumberId: string, kind: "messages" | "statuses", value: object) =>
    post(kind, "0", "messages", {
      messaging_product: "whatsapp",
      metadata: { display_phone_number: "0", phone_number_id: phoneNumberId },
      ...value,
    });

  const post = (kind: string, account: string, field: string, value: object) => {
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [{ id: account, changes: [{ field, value }] }],
    });
    const [duplicate] = faults.strike("graph", kind, ["duplicate-webhooks"]);
    const copies = duplicate === undefined ? 1 : (duplicate.copies ?? 2);
    for (let copy = 0; copy < copies; copy++) void attempt(body, 1);
  };

  const emitStatus = (message: StoredMessage, status: string, more: object = {}) =>
    emit(message.instance, "statuses", {
      statuses: [
        {
          id: message.keyId,
          status,
          timestamp: now(),
          recipient_id: message.contact,
          recipient_user_id: toScopedId(message.contact),
          ...more,
        },
      ],
    });

  const record = (
    phoneNumberId: string,
    contact: string,
    about: Pick<StoredMessage, "fromMe" | "to" | "text">,
  ): StoredMessage => {
    const message: StoredMessage = {
      ...about,
      id: createRowId(),
      keyId: `wamid.${randomBytes(24).toString("base64url")}`,
      instance: phoneNumberId,
      instanceId: phoneNumberId,
      remoteJid: `${contact}@s.whatsapp.net`,
      remoteJidAlt: null,
      contact,
      origin: about.fromMe ? "api" : "contact",
      pushName: "",
      at: new Date().toISOString(),
      status: "PENDING",
      statuses: [],
      inReplyTo: null,
      announced: true,
      resends: 0,
    };
    store.record({ type: "message", message });
    return message;
  };

  const isOpen = (phoneNumberId: string, contact: string) =>
    [...store.messages.values()].some(
      (message) =>
        message.instance === phoneNumberId &&
        message.contact === contact &&
        !message.fromMe &&
        Date.parse(message.at) > Date.now() - WINDOW_MS,
    );

  const receive: GraphNumbers["receive"] = (phoneNumberId, contact, content, hide = {}) => {
    const text = readWords(content);
    const { keyId: id } = record(phoneNumberId, contact, { fromMe: false, to: null, text });
    const { pushName } = describePhone(contact, store.phoneOverrides);
    const scoped = hide.hidden || hide.scoped ? { user_id: toScopedId(contact) } : {};
    const named = hide.hidden ? {} : { wa_id: contact };
    const author = {
      ...(!hide.hidden && { from: contact }),
      ...(scoped.user_id && { from_user_id: scoped.user_id }),
    };
    emit(phoneNumberId, "messages", {
      contacts: [{ profile: { name: pushName }, ...named, ...scoped }],
      messages: [{ ...author, id, timestamp: now(), ...content }],
    });
    return id;
  };

  return {
    accept({ phoneNumberId, phone, to, text, category, ownId }) {
      const message = record(phoneNumberId, phone.key, { fromMe: true, to, text });
      const more = ownId === null ? {} : { biz_opaque_callback_data: ownId };
      const [fault] = faults.strike("graph", "statuses", ["graph-failure"]);
      const closed = category === null && !isOpen(phoneNumberId, phone.key);
      const code = fault?.code ?? (closed ? 131_047 : phone.behaviour === "fails" ? 131_026 : null);
      if (code !== null) {
        const errors = [{ code, title: "failed", error_data: { details: "by the sandbox" } }];
        timers.after(options.phoneDelayMs, () =>
          emitStatus(message, "failed", { ...more, errors }),
        );
        return message.keyId;
      }
      const steps = STEPS[phone.behaviour] ?? ["sent"];
      for (const [index, status] of steps.entries()) {
        timers.after(options.phoneDelayMs * (index + 1), () =>
          emitStatus(message, status, { ...more, ...price(category) }),
        );
      }
      const reply = phone.replies[hashText(message.keyId) % Math.max(1, phone.replies.length)];
      if (reply !== undefined) {
        timers.after(options.phoneDelayMs * (steps.length + 1), () =>
          receive(phoneNumberId, phone.key, { type: "text", text: { body: reply } }),
        );
      }
      return message.keyId;
    },
    receive,
    announce: (account, field, value) => post(field, account, field, value),
  };
}

/** Meta's charge: for a template by its category, for an answer within the free ones of the month. */
function price(category: string | null) {
  const shared = { pricing_model: "PMP" };
  return category === null
    ? {
        pricing: { ...shared, billable: false, type: "free_customer_service", category: "service" },
      }
    : {
        pricing: {
          ...shared,
          billable: true,
          type: "regular",
          category: category.toLowerCase(),
        },
      };
}

function now(): string {
  return String(Math.floor(Date.now() / 1000));
}

function readWords(content: GraphContent): string {
  const { body, caption } = (content[content.type] ?? {}) as { body?: unknown; caption?: unknown };
  return String(body ?? caption ?? "");
}
