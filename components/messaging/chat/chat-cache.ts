import * as z from "zod/mini";
import { STORAGE_KEY } from "@/lib/api/session-store";
import { Lead } from "@/lib/contracts/leads/leads";
import { Chat, ChatMessage } from "@/lib/contracts/messaging/chat";

/** Caches what the chat last showed in localStorage, to show it at once on the next visit while it is refreshed. */
const CHATS_KEY = "whatsappChatCache";
const MESSAGES_PREFIX = "whatsappMessages_";
const LEAD_PREFIX = "leadDetails_";
const CACHE_MS = 180 * 60_000;
const MAX_MESSAGES = 50;

const Chats = z.object({ chats: z.array(Chat), timestamp: z.number() });
const Messages = z.object({ messages: z.array(ChatMessage), timestamp: z.number() });
const LeadDetails = z.extend(Lead, { timestamp: z.number() });

/** The list does not expire. */
export function readCachedChats(): Chat[] | null {
  return read(CHATS_KEY, Chats, Number.POSITIVE_INFINITY)?.chats ?? null;
}

export function cacheChats(chats: Chat[]): void {
  write(CHATS_KEY, { chats });
}

/** The latest messages of a conversation, at most MAX_MESSAGES. */
export function readCachedMessages(chatKey: string): ChatMessage[] | null {
  return read(MESSAGES_PREFIX + chatKey, Messages, CACHE_MS)?.messages ?? null;
}

export function cacheMessages(chatKey: string, messages: ChatMessage[]): void {
  write(MESSAGES_PREFIX + chatKey, { messages: messages.slice(-MAX_MESSAGES) });
}

export function readCachedLead(leadId: number): Lead | null {
  const stored = read(LEAD_PREFIX + leadId, LeadDetails, CACHE_MS);
  if (!stored) return null;
  const { timestamp: _timestamp, ...lead } = stored;
  return lead;
}

export function cacheLead(lead: Lead): void {
  write(LEAD_PREFIX + lead.id, lead);
}

function read<T extends { timestamp: number }>(
  key: string,
  schema: z.ZodMiniType<T>,
  maxAgeMs: number,
): T | null {
  try {
    const parsed = z.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? "null"));
    return parsed.success && Date.now() - parsed.data.timestamp < maxAgeMs ? parsed.data : null;
  } catch (error) {
    console.warn("O cache do chat não pôde ser lido.", error);
    return null;
  }
}

function write(key: string, value: object): void {
  const stored = JSON.stringify({ ...value, timestamp: Date.now() });
  try {
    // An answer that comes after the log-out is not stored.
    if (localStorage.getItem(STORAGE_KEY) === null) return;
    localStorage.setItem(key, stored);
  } catch (error) {
    console.warn("O chat não pôde ser guardado em cache.", error);
    clearMessages();
  }
}

/** Makes room when the storage is full. */
function clearMessages(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(MESSAGES_PREFIX));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is nothing to clear.
  }
}
