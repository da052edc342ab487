import { randomBytes } from "node:crypto";
import type { Faults } from "../faults/faults";
import type { PastMessage, Store, StoredMessage } from "../store/store";
import type { Timers } from "../timers";
import { toMessageBody } from "./bodies";
import { createMessage } from "./conversations";
import { describePhone } from "./phones";
import type { Webhooks } from "./webhooks";

/** What was written on a phone before it was paired; delivered some time after the connection is open. */
export interface Histories {
  handOver(instance: string): void;
}

interface Needs {
  store: Store;
  faults: Faults;
  timers: Timers;
  webhooks: Webhooks;
  options: { phoneDelayMs: number };
}

const STATUSES = ["SERVER_ACK", "DELIVERY_ACK", "READ"] as const;

/**
 * Two parts, as a phone's newest chats and the rest of them: `isLatest` is Baileys' word for the first one, and only the
 * last has a `progress`. Each is announced before Evolution has stored it. Without any messages there is one empty part.
 */
export function createHistories({ store, faults, timers, webhooks, options }: Needs): Histories {
  const { phoneDelayMs } = options;

  const announce = (name: string, messages: StoredMessage[], more: object) => {
    const data = messages.map((message) => toMessageBody(message, store));
    webhooks.emit(name, "messages.set", data, more);
    timers.after(phoneDelayMs, () => {
      for (const message of messages) store.record({ type: "message", message });
    });
  };

  const handOver = (name: string) => {
    const said = findUnknown(name, store);
    if (said.length === 0) return announce(name, [], { isLatest: true, progress: 100 });
    const middle = Math.ceil(said.length / 2);
    announce(name, said.slice(middle), { isLatest: true, progress: null });
    timers.after(phoneDelayMs * 2, () => {
      announce(name, said.slice(0, middle), { isLatest: false, progress: 100 });
    });
  };

  return {
    handOver(name) {
      const [late] = faults.strike("evolution", `/instance/connect/${name}`, ["late-history"]);
      timers.after(late?.delayMs ?? phoneDelayMs * 0.3, () => handOver(name));
    },
  };
}

/** Oldest first, without what Evolution has from an earlier pairing. */
function findUnknown(name: string, store: Store): StoredMessage[] {
  const instance = store.instances.get(name);
  const past = instance?.phone && store.phoneOverrides.get(instance.phone)?.past;
  if (!instance || !past) return [];
  return past
    .filter(({ keyId }) => store.findByKeyId(name, keyId) === undefined)
    .map(({ keyId, contact, fromMe, text, at }): StoredMessage => {
      const phone = describePhone(contact, store.phoneOverrides);
      // The number that WhatsApp sends with the chat is left out.
      const remoteJid = phone.lidJid ?? phone.jid;
      return {
        ...createMessage(name, instance.id, phone, { text }),
        keyId,
        fromMe,
        at,
        status: "READ",
        statuses: [...STATUSES],
        origin: fromMe ? "phone" : "contact",
        // WhatsApp gives names only of contacts in the phone's address book; the others get the digits of their address.
        pushName: fromMe ? "" : (remoteJid.split("@")[0] ?? ""),
        remoteJid,
      };
    });
}

/** Reads a phone's earlier messages from the control's body. */
export function readPast(
  items: readonly unknown[],
  toKey: (number: string) => string,
): PastMessage[] {
  return items.map((item) => {
    const { contact, text, fromMe, at } = item as Readonly<Record<string, unknown>>;
    return {
      keyId: randomBytes(16).toString("hex").toUpperCase(),
      contact: toKey(String(contact)),
      text: String(text),
      fromMe: fromMe === true,
      at: String(at),
    };
  });
}
