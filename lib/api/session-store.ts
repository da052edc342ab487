import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { hexToBytes } from "@noble/ciphers/utils.js";
import * as z from "zod/mini";
import { SessionUser } from "@/lib/contracts/accounts/auth";
import { PLANS } from "@/lib/domain/plans/plan";
import { AppError } from "@/lib/errors";
import { readAnswer } from "./read-answer";

/**
 * The session in the browser's storage: token and user, plus plan and credits. The fixed passphrase only obfuscates
 * the record; the token is protected by the HttpOnly cookie, without which the server refuses it.
 */

export const STORAGE_KEY = "user";
/** The SHA-256 of "garimpo:prospeccao-b2b-inteligente": every screen would load the hash for these bytes alone. */
const KEY = hexToBytes("33ef62d4d5ef5ad531f823a6055b29ee8358955263f9a983e08cf1e0e433adbb");
const NONCE_BYTES = 24;

const CACHE_KEYS = ["whatsappChatCache", "whatsappInstanceStatus"];
const CACHE_PREFIXES = ["whatsappMessages_", "leadDetails_", "firstStepsBegun_"];

/** Each prefix is followed by the user's id, so that another user of the browser does not see the text. */
export const CAMPAIGN_DRAFT_PREFIX = "campaignDraft_";
export const NOTE_DRAFT_PREFIX = "noteDraft_";
export const CHAT_DRAFT_PREFIX = "whatsappDraft_";
export const CHAT_NOTE_DRAFT_PREFIX = "chatNoteDraft_";
export const UNCONFIRMED_PREFIX = "whatsappUnconfirmed_";
const DRAFT_PREFIXES = [
  CAMPAIGN_DRAFT_PREFIX,
  NOTE_DRAFT_PREFIX,
  CHAT_DRAFT_PREFIX,
  CHAT_NOTE_DRAFT_PREFIX,
  UNCONFIRMED_PREFIX,
];

const StoredSession = z.object({
  token: z.string(),
  user: SessionUser,
  plan: z.enum(PLANS),
  daily_limit: z.optional(z.number()),
  remaining_credits: z.optional(z.number()),
  credits_used: z.optional(z.number()),
  last_reset: z.optional(z.string()),
});
export type StoredSession = z.infer<typeof StoredSession>;

/** Returns null when there is none, or when it cannot be decrypted or parsed. */
export function readStoredSession(): StoredSession | null {
  const stored = readItem();
  if (stored === null) return null;
  if (remembered?.stored === stored) return remembered.session;
  const session = open(stored);
  remembered = { stored, session };
  return session;
}

let pageUserId: number | undefined;

/**
 * Whose page this is. It stays when the session ends: what could not be sent then is still its user's. Undefined before
 * anybody signed in.
 */
export function getPageUserId(): number | undefined {
  pageUserId ??= readStoredSession()?.user.id;
  return pageUserId;
}

/** @throws AppError invalid_input with the message, when no token is stored */
export function requireStoredToken(message: string): void {
  if (!readStoredSession()?.token) throw new AppError("invalid_input", message);
}

export function saveStoredSession(session: StoredSession): void {
  writeItem(sealSession(session));
}

/** Encrypts the session for storage, in base64. */
export function sealSession(session: StoredSession): string {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(session));
  const sealed = xchacha20poly1305(KEY, nonce).encrypt(plain);
  return btoa(String.fromCharCode(...nonce, ...sealed));
}

/** Adds the plan and credits from the server to the stored record, if there is one. */
export function enrichStoredSession(known: Omit<StoredSession, "token" | "user">): void {
  const session = readStoredSession();
  if (!session) return;
  const { plan, daily_limit, remaining_credits, credits_used, last_reset } = known;
  const enriched = { plan, daily_limit, remaining_credits, credits_used, last_reset };
  saveStoredSession({ ...session, ...enriched, user: { ...session.user, plan } });
}

/** Updates the user's name in the stored record. */
export function renameStoredUser(name: string): void {
  const session = readStoredSession();
  if (session) saveStoredSession({ ...session, user: { ...session.user, name } });
}

/**
 * Deletes the session and every cache that belongs to it. `keepDrafts` leaves what the user has written and not sent,
 * whose keys name the user: for a session that ended without the user's doing.
 */
export function clearStoredSession({ keepDrafts = false } = {}): void {
  remembered = undefined;
  const prefixes = keepDrafts ? CACHE_PREFIXES : [...CACHE_PREFIXES, ...DRAFT_PREFIXES];
  try {
    for (const key of Object.keys(localStorage)) {
      const isCache = prefixes.some((prefix) => key.startsWith(prefix));
      if (key === STORAGE_KEY || CACHE_KEYS.includes(key) || isCache) localStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked: there is nothing to delete.
  }
}

/** Caches the last decrypted record by its ciphertext, since it is read on every call. */
let remembered: { stored: string; session: StoredSession | null } | undefined;

function open(stored: string): StoredSession | null {
  try {
    const bytes = Uint8Array.from(atob(stored), (character) => character.charCodeAt(0));
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const plain = xchacha20poly1305(KEY, nonce).decrypt(bytes.subarray(NONCE_BYTES));
    return readAnswer(StoredSession, JSON.parse(new TextDecoder().decode(plain)));
  } catch {
    return null;
  }
}

function readItem(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function writeItem(value: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, value);
  } catch (error) {
    console.warn("A sessão não pôde ser guardada neste navegador.", error);
  }
}
