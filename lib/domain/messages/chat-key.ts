import { addNinthDigit, getPhoneKey } from "@/lib/domain/phone/phone";
import { readWrittenNumber, wordRefusal } from "@/lib/domain/phone/written-number";

/**
 * The chat that a request names: by a number in any spelling, or by WhatsApp's id of the chat. `~` and the id of one of
 * the account's own numbers may follow: the conversation with that one.
 */
export interface ChatTarget {
  /** Keys under which its conversation may be stored, the likeliest first. */
  keys: [string, ...string[]];
  /** WhatsApp's id for a conversation that does not exist yet. */
  chatId: string;
  /** The account's number that the conversation is with; null for the default one, or else the one with a conversation. */
  numberId: number | null;
}

const OWN_NUMBER = /~([1-9]\d{0,8})$/;
const PHONE_CHAT = /^(\d{5,20})@(?:s\.whatsapp\.net|c\.us)$/;
const OTHER_CHAT = /^(?:[\w.:-]{1,60}@(?:lid|hosted|hosted\.lid)|[\w.:+-]{1,404}@bsuid)$/;
const SCOPED_SUFFIX = "@bsuid";

/** Where an event of a personal chat comes from, under all addresses that it names. */
export interface ChatAddress {
  /** As WhatsApp addresses the chat, without a device. */
  chatId: string;
  /** Digits with country code, of a mobile with its ninth digit; null when only an opaque id is known. */
  number: string | null;
  /** The opaque id, if it is named with a number's chat or is the chat itself. */
  lid: string | null;
}

/** A device and an agent may follow the account: `5511988887777_1:12@s.whatsapp.net`. */
const PERSONAL_JID =
  /^([A-Za-z0-9.-]{1,60})(?:_\d{1,5})?(?::\d{1,5})?@(s\.whatsapp\.net|c\.us|hosted|lid|hosted\.lid)$/;

/** Chats under other servers are those of phones and opaque ids. */
const SERVERS: Readonly<Record<string, string>> = {
  "c.us": "s.whatsapp.net",
  hosted: "s.whatsapp.net",
  "hosted.lid": "lid",
};

/** The id of a chat with one person, without device and agent; null for groups, newsletters, broadcasts and stories. */
export function toPersonalChatId(jid: string): string | null {
  const [, account, server = ""] = PERSONAL_JID.exec(jid) ?? [];
  return account === undefined ? null : `${account}@${SERVERS[server] ?? server}`;
}

/** Reads the address of a chat and the others that an event gives for it; null unless it is a chat with one person. */
export function readChatAddress(
  chat: string,
  others: readonly (string | null | undefined)[] = [],
): ChatAddress | null {
  const chatId = toPersonalChatId(chat);
  if (chatId === null) return null;
  const ids = [chatId, ...others.map((jid) => (jid ? toPersonalChatId(jid) : null))];
  const digits = ids.map((id) => id && getChatNumber(id)).find(Boolean) ?? null;
  return {
    chatId,
    number: digits && addNinthDigit(digits),
    lid: ids.find((id) => id?.endsWith("@lid")) ?? null,
  };
}

/** Returns a sentence in the API's wording when it is neither a number nor a chat. */
export function parseChatTarget(written: string): ChatTarget | { problem: string } {
  const named = written.trim();
  const ours = OWN_NUMBER.exec(named);
  const numberId = ours ? Number(ours[1]) : null;
  const text = named.slice(0, ours?.index);
  if (text.includes("~")) return { problem: `Invalid WhatsApp number "${named.slice(0, 40)}"` };
  if (OTHER_CHAT.test(text)) return { keys: [text], chatId: text, numberId };
  const ofChat = PHONE_CHAT.exec(text)?.[1];
  const read = ofChat ? null : readWrittenNumber(text);
  // Bare digits may also be a chat's own address, which is taken as it is.
  const kept = ofChat ?? (/^[1-9]\d+$/.test(text) ? text : null);
  const digits = read?.ok ? read.digits : kept;
  const keys = [digits, kept].flatMap((each) => getPhoneKey(each) ?? []);
  const [key, other] = [...new Set(keys)];
  if (key === undefined) {
    const problem = wordRefusal(read && !read.ok ? read.refusal : "brazil");
    return { problem: `Invalid WhatsApp number "${text.slice(0, 40)}": ${problem}` };
  }
  return { keys: other ? [key, other] : [key], chatId: `${digits}@s.whatsapp.net`, numberId };
}

/** One key for all spellings of a contact's number or chat; null when it is neither. */
export function getContactKey(written: string): string | null {
  const target = parseChatTarget(written);
  return "problem" in target ? null : target.keys[0];
}

/** The same for the contact's conversation with one of the account's numbers. */
export function getChatKey(written: string): string | null {
  const target = parseChatTarget(written);
  return "problem" in target ? null : nameChatOf(target.keys[0], target.numberId);
}

/** Names a contact's conversation with one of the account's numbers; null for the default one. */
export function nameChatOf(contact: string, numberId: number | null): string {
  return numberId === null ? contact : `${contact}~${numberId}`;
}

/** The digits of a chat's number; null for an opaque id. */
export function getChatNumber(chatId: string): string | null {
  return PHONE_CHAT.exec(chatId.replace(OWN_NUMBER, ""))?.[1] ?? null;
}

/** How providers take an address: digits, or the id of a chat whose number is unknown. */
export function toSendAddress(chatId: string): string {
  return getChatNumber(chatId) ?? chatId;
}

/** An id in a form that no address may have, encoded by the bytes of its text. */
const SPELLED_OUT = "hex.";

/**
 * The chat id of a business-scoped user id, by which Meta names a person whose number it hides. Meta's form is a
 * country, a point, and letters and digits; an id of any other form is kept as well.
 */
export function toScopedChatId(userId: string): string {
  const isPlain = /^[\w.:+-]{1,128}$/.test(userId) && !userId.startsWith(SPELLED_OUT);
  return `${isPlain ? userId : SPELLED_OUT + toHex(userId)}${SCOPED_SUFFIX}`;
}

function toHex(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** The business-scoped user id of a chat; null for any other. */
export function getScopedUserId(chatId: string): string | null {
  if (!chatId.endsWith(SCOPED_SUFFIX) || !OTHER_CHAT.test(chatId)) return null;
  const id = chatId.slice(0, -SCOPED_SUFFIX.length);
  if (!id.startsWith(SPELLED_OUT)) return id;
  const bytes = id.slice(SPELLED_OUT.length).match(/[0-9a-f]{2}/g) ?? [];
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}
