/**
 * What a WhatsApp message says, read from the JSON of its protocol buffer. Field names are WAProto's, as Baileys 7 and
 * Evolution API 2.1 to 2.4 pass them on.
 */
export type MessageReading =
  /** `text` is null for content without words, such as a photo without a caption. */
  | { type: "message"; text: string | null }
  /** A new text for an earlier message; `editedAtMs` is null where the time is not told. */
  | { type: "edit"; messageId: string; text: string | null; editedAtMs: number | null }
  /** Nothing that a person said: a reaction, a protocol message, an empty body. */
  | { type: "none" };

type Fields = Readonly<Record<string, unknown>>;

const NONE: MessageReading = { type: "none" };
const MAX_TEXT_LENGTH = 65_536;
/** More than WhatsApp nests. */
const MAX_DEPTH = 8;
const EDIT_TYPES: readonly unknown[] = ["MESSAGE_EDIT", 14];

/** Content that says nothing: it may stand beside what does. */
const SILENT = new Set([
  ...[
    "messageContextInfo",
    "senderKeyDistributionMessage",
    "fastRatchetKeySenderKeyDistributionMessage",
  ],
  ...[
    "protocolMessage",
    "reactionMessage",
    "encReactionMessage",
    "pollUpdateMessage",
    "keepInChatMessage",
  ],
  ...["pinInChatMessage", "placeholderMessage", "encCommentMessage", "encEventResponseMessage"],
  ...["secretEncryptedMessage", "messageHistoryBundle", "messageHistoryNotice", "chat", "call"],
  ...[
    "bcallMessage",
    "callLogMesssage",
    "scheduledCallEditMessage",
    "stickerSyncRmrMessage",
    "statusNotificationMessage",
  ],
]);

/** Where each kind of content has its words, in order of preference. */
const TEXTS: Readonly<Record<string, (content: Fields) => unknown[]>> = {
  extendedTextMessage: ({ text }) => [text],
  imageMessage: ({ caption }) => [caption],
  videoMessage: ({ caption }) => [caption],
  ptvMessage: ({ caption }) => [caption],
  documentMessage: ({ caption }) => [caption],
  liveLocationMessage: ({ caption }) => [caption],
  groupInviteMessage: ({ caption }) => [caption],
  orderMessage: ({ message }) => [message],
  // Answers chosen instead of typed.
  buttonsResponseMessage: (chosen) => [chosen["selectedDisplayText"], chosen["selectedButtonId"]],
  templateButtonReplyMessage: (chosen) => [chosen["selectedDisplayText"], chosen["selectedId"]],
  listResponseMessage: (chosen) => [
    chosen["title"],
    readFields(chosen["singleSelectReply"])["selectedRowId"],
    chosen["description"],
  ],
  interactiveResponseMessage: (chosen) => [
    readFields(chosen["body"])["text"],
    ...readFlowAnswer(readFields(chosen["nativeFlowResponseMessage"])["paramsJson"]),
  ],
  // What a business sends to be chosen from.
  buttonsMessage: ({ contentText, text }) => [contentText, text],
  listMessage: ({ description, title }) => [description, title],
  interactiveMessage: ({ body }) => [readFields(body)["text"]],
  templateMessage: (template) => readTemplate(template),
  pollCreationMessage: ({ name }) => [name],
  pollCreationMessageV2: ({ name }) => [name],
  pollCreationMessageV3: ({ name }) => [name],
  eventMessage: ({ name }) => [name],
};

/** Reads any form of message; whatever `message` is, nothing is thrown. */
export function readMessage(message: unknown): MessageReading {
  return readWrapped(message, 0);
}

function readWrapped(message: unknown, depth: number): MessageReading {
  const fields = readFields(message);
  const edit = readEdit(fields, depth);
  if (edit) return edit;
  const typed = firstText([fields["conversation"]]);
  if (typed !== null) return { type: "message", text: typed };
  const vote = readVote(fields["pollUpdateMessage"]);
  if (vote !== null) return { type: "message", text: vote };
  const kind = Object.keys(fields).find(
    (name) => !SILENT.has(name) && name !== "conversation" && isFields(fields[name]),
  );
  if (kind === undefined) return NONE;
  const content = readFields(fields[kind]);
  // Ephemeral, view-once, caption and other wrappers hold the message itself, and may be nested.
  if (isFields(content["message"])) {
    return depth < MAX_DEPTH ? readWrapped(content["message"], depth + 1) : NONE;
  }
  const read = Object.hasOwn(TEXTS, kind) ? TEXTS[kind] : undefined;
  return { type: "message", text: read ? firstText(read(content)) : null };
}

function readEdit(fields: Fields, depth: number): MessageReading | null {
  const protocol = readFields(fields["protocolMessage"]);
  if (!EDIT_TYPES.includes(protocol["type"]) && !isFields(protocol["editedMessage"])) return null;
  const { id } = readFields(protocol["key"]);
  if (typeof id !== "string" || id === "" || depth >= MAX_DEPTH) return NONE;
  const edited = readWrapped(protocol["editedMessage"], depth + 1);
  if (edited.type !== "message") return NONE;
  const editedAtMs = readInteger(protocol["timestampMs"]);
  return { type: "edit", messageId: id, text: edited.text, editedAtMs };
}

/** The options of a poll that were chosen; null while they are encrypted. */
function readVote(update: unknown): string | null {
  const { selectedOptions } = readFields(readFields(update)["vote"]);
  if (!Array.isArray(selectedOptions)) return null;
  const names = selectedOptions.slice(0, 12).filter((name) => typeof name === "string");
  return firstText([names.join(", ")]);
}

function readTemplate(template: Fields): unknown[] {
  const forms = [
    template["hydratedTemplate"],
    template["hydratedFourRowTemplate"],
    template["interactiveMessageTemplate"],
  ].map(readFields);
  return forms.flatMap((form) => [form["hydratedContentText"], readFields(form["body"])["text"]]);
}

/** The answer of a native flow is JSON of the business's own making. */
function readFlowAnswer(json: unknown): unknown[] {
  if (typeof json !== "string" || json.length > MAX_TEXT_LENGTH) return [];
  try {
    const answer = readFields(JSON.parse(json));
    return [answer["display_text"], answer["title"], answer["text"], answer["id"]];
  } catch {
    return [];
  }
}

/** A 64-bit integer as a number, as text or as its two halves; null for anything else. */
export function readInteger(value: unknown): number | null {
  const { low, high } = readFields(value);
  const whole =
    typeof low === "number" && typeof high === "number" ? (low >>> 0) + high * 2 ** 32 : value;
  // An object may have a toString that throws.
  const text = typeof whole === "number" || typeof whole === "string" ? String(whole) : "";
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
}

function firstText(candidates: unknown[]): string | null {
  const text = candidates.find((candidate) => typeof candidate === "string" && candidate.trim());
  return typeof text === "string" ? text.slice(0, MAX_TEXT_LENGTH) : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}
