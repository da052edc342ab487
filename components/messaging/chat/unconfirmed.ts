import { readStoredState, storeState } from "@/components/shared/state/use-stored-state";
import { getPageUserId, UNCONFIRMED_PREFIX } from "@/lib/api/session-store";
import type { Attachment } from "./attachment.queries";

/** A message that was sent from this browser and is not known to have gone out. */
export interface Unconfirmed {
  /** The idempotency key that it was sent under. */
  key: string;
  /** Of a file: its caption, or nothing. */
  text: string;
  fileName: string | null;
  /** True when no answer is expected any more. */
  inDoubt: boolean;
}

export const NONE_UNCONFIRMED: Unconfirmed[] = [];

/** Kept per conversation and user, so that neither a reload nor a crash loses it, and removed when the user logs out. */
export function getUnconfirmedKey(chatKey: string): string {
  return `${UNCONFIRMED_PREFIX}${getPageUserId()}_${chatKey}`;
}

export function readUnconfirmed(chatKey: string): Unconfirmed[] {
  return readStoredState(getUnconfirmedKey(chatKey), NONE_UNCONFIRMED);
}

/** Called before it is sent. */
export function keepUnconfirmed(chatKey: string, kept: Omit<Unconfirmed, "inDoubt">): void {
  store(chatKey, [...readUnconfirmed(chatKey), { ...kept, inDoubt: false }]);
}

/** Called when no answer is expected any more. The file stays with this page, since storage takes none. */
export function doubt(chatKey: string, key: string, file: Attachment | null): void {
  if (file) files.set(key, file);
  store(
    chatKey,
    readUnconfirmed(chatKey).map((each) => (each.key === key ? { ...each, inDoubt: true } : each)),
  );
}

/** Called when its outcome is known, or the user has handled it. */
export function forgetUnconfirmed(chatKey: string, key: string): void {
  files.delete(key);
  store(
    chatKey,
    readUnconfirmed(chatKey).filter((each) => each.key !== key),
  );
}

/** Null for one without a file, or whose page was left meanwhile. */
export function findUnconfirmedFile(key: string): Attachment | null {
  return files.get(key) ?? null;
}

const files = new Map<string, Attachment>();

function store(chatKey: string, unconfirmed: Unconfirmed[]): void {
  storeState(getUnconfirmedKey(chatKey), unconfirmed);
}
