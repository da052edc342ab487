interface Message {
  id: number;
  /** 'me' for the account's own messages. */
  sender: string;
  content: string | null;
  timestamp: string;
  media?: { fileName: string | null; bytes: number | null } | null;
}

/** The messages of a conversation known so far, oldest first, without gaps. */
export interface MessageHistory<Each extends Message> {
  messages: Each[];
  /** Whether there are earlier ones. */
  has_more: boolean;
}

/**
 * Replaces the end of the history by the latest page and keeps the earlier messages. A page that shares no message
 * with the history may have left a gap: then only the page is kept, as is one that begins with the first message.
 */
export function mergeLatest<Each extends Message>(
  history: MessageHistory<Each> | undefined,
  latest: MessageHistory<Each>,
): MessageHistory<Each> {
  const first = latest.messages[0];
  if (!history || !first || !latest.has_more) return latest;
  const ids = new Set(latest.messages.map(({ id }) => id));
  if (!history.messages.some(({ id }) => ids.has(id))) return latest;
  const earlier = history.messages.filter(
    (message) => isBefore(message, first) && !ids.has(message.id),
  );
  if (earlier.length === 0) return latest;
  return { messages: [...earlier, ...latest.messages], has_more: history.has_more };
}

/** Puts a page before the history, unless the history no longer begins where the page ends. */
export function prependEarlier<Each extends Message>(
  history: MessageHistory<Each>,
  earlier: MessageHistory<Each>,
  before: number,
): MessageHistory<Each> {
  if (history.messages[0]?.id !== before) return history;
  return {
    messages: [...earlier.messages, ...history.messages],
    has_more: earlier.has_more,
  };
}

/** By how much the browser's clock may be ahead of the server's. */
const CLOCKS_APART_MS = 60_000;

/** A part of a history, in the server's parameters: so many messages before the one with the id `before`. */
interface HistoryPart {
  before: number;
  size: number;
  /** The changed messages in this part. */
  ids: number[];
}

/**
 * The smallest part, of at most `most` messages, with the latest changed message and the other changed ones near it. The
 * last message of a history is in no part. Null when it contains no changed message.
 */
export function findChangedPart(
  { messages }: MessageHistory<Message>,
  changed: ReadonlySet<number>,
  most: number,
): HistoryPart | null {
  const last = messages.findLastIndex(({ id }, at) => at + 1 < messages.length && changed.has(id));
  const next = messages[last + 1];
  if (last < 0 || !next) return null;
  const ids = messages
    .slice(Math.max(0, last + 1 - most), last + 1)
    .map(({ id }) => id)
    .filter((id) => changed.has(id));
  const first = messages.findIndex(({ id }) => id === ids[0]);
  return { before: next.id, size: last - first + 1, ids };
}

/** Replaces messages of the history by their current state. */
export function replaceMessages<Each extends Message>(
  history: MessageHistory<Each>,
  current: readonly Each[],
): MessageHistory<Each> {
  const byId = new Map(current.map((message) => [message.id, message]));
  return {
    ...history,
    messages: history.messages.map((message) => byId.get(message.id) ?? message),
  };
}

/** A message on its way to the server. */
export interface Submission {
  /** Of a file: its caption, or nothing. */
  text: string;
  file?: { name: string; bytes: number } | null;
  /** The latest message known when it was submitted: its own row has a higher id. Null while none were loaded. */
  afterId: number | null;
  sentAt: string;
  pending: boolean;
}

/**
 * The pending submissions that the history does not contain yet. Finished ones are passed too: their rows are not those
 * of a pending one with the same text.
 */
export function findUnstored<Each extends Submission>(
  submissions: readonly Each[],
  messages: readonly Message[],
): Each[] {
  const claimed = new Set<number>();
  return submissions.filter((submission) => {
    const row = messages.find(
      (message) => !claimed.has(message.id) && isRowOf(message, submission),
    );
    if (row) claimed.add(row.id);
    return submission.pending && !row;
  });
}

/** Whether a message is the submitted one, as far as the visible values show. */
function isRowOf(
  { id, sender, content, timestamp, media }: Message,
  { text, file, afterId, sentAt }: Submission,
): boolean {
  if (sender !== "me" || (content ?? "") !== text) return false;
  const isLater =
    afterId === null ? Date.parse(timestamp) > Date.parse(sentAt) - CLOCKS_APART_MS : id > afterId;
  if (!isLater) return false;
  if (!file) return !media;
  return media?.fileName === file.name && media.bytes === file.bytes;
}

function isBefore(one: Message, other: Message): boolean {
  const apart = Date.parse(one.timestamp) - Date.parse(other.timestamp);
  return apart < 0 || (apart === 0 && one.id < other.id);
}
