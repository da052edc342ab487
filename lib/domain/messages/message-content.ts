import { describeContent } from "./described-content";
import {
  type ContactCard,
  type MediaFacts,
  type MessageLocation,
  readContacts,
  readKind,
  readLocation,
  readMedia,
  readQuotedId,
} from "./message-attachment";
import { isMediaKind, type MessageKind } from "./message-kind";
import { classifyReply } from "./opt-out";
import {
  type Fields,
  firstText,
  isFields,
  MAX_TEXT_LENGTH,
  readFields,
  readId,
  readInteger,
} from "./proto-fields";

/**
 * What a WhatsApp message says, read from the JSON of its protocol buffer. Field names are WAProto's, as Baileys 7 and
 * Evolution API 2.1 to 2.4 pass them on.
 */
export type MessageReading =
  | ({ type: "message" } & MessageContent)
  /** A new text for an earlier message; `editedAtMs` is null where the time is missing. */
  | { type: "edit"; messageId: string; text: string | null; editedAtMs: number | null }
  /** `emoji` is null when the reaction was taken back. */
  | { type: "reaction"; messageId: string; emoji: string | null }
  /** An earlier message was deleted for everyone. */
  | { type: "deletion"; messageId: string }
  /** Nothing that a person said or did: another protocol message, an empty body. */
  | { type: "none" };

export interface MessageContent {
  kind: MessageKind;
  /** Null for content without words, such as a photo without a caption. */
  text: string | null;
  /** Words besides `text` in which to look for an opt-out: another name of the chosen option, the note of a payment. */
  chosen?: string;
  /** The message that this one answers. */
  quotedId: string | null;
  /** Set for the kinds that have a file. */
  media: MediaFacts | null;
  location: MessageLocation | null;
  contacts: ContactCard[];
}

const NONE: MessageReading = { type: "none" };
/** More than WhatsApp nests. */
const MAX_DEPTH = 8;
/** A family emoji with skin tones has 41 code units. */
const MAX_EMOJI = 64;
const EDIT_TYPES: readonly unknown[] = ["MESSAGE_EDIT", 14];
const DELETION_TYPES: readonly unknown[] = ["REVOKE", 0];

/** Content without a meaning, which may accompany real content. */
const SILENT = new Set([
  "messageContextInfo",
  "senderKeyDistributionMessage",
  "fastRatchetKeySenderKeyDistributionMessage",

  "protocolMessage",
  "reactionMessage",
  "encReactionMessage",
  "pollUpdateMessage",
  "keepInChatMessage",
  "pinInChatMessage",
  "placeholderMessage",
  "encCommentMessage",
  "encEventResponseMessage",
  // An album is announced before its pictures, each of which is a separate message.
  "albumMessage",
  "secretEncryptedMessage",
  "messageHistoryBundle",
  "messageHistoryNotice",
  "chat",
  "call",

  "bcallMessage",
  "callLogMesssage",
  "scheduledCallEditMessage",
  "stickerSyncRmrMessage",
  "statusNotificationMessage",
]);

/** Where each kind of content has its words, in order of preference. */
const TEXTS: Readonly<Record<string, (content: Fields) => unknown[]>> = {
  extendedTextMessage: ({ text }) => [text],
  imageMessage: ({ caption }) => [caption],
  videoMessage: ({ caption }) => [caption],
  ptvMessage: ({ caption }) => [caption],
  documentMessage: ({ caption }) => [caption],
  liveLocationMessage: ({ caption }) => [caption],
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
  highlyStructuredMessage: ({ hydratedHsm }) => readTemplate(readFields(hydratedHsm)),
};

/** Answers that are chosen: each has a shown name, and one that a program gave it. */
const CHOICES = new Set([
  "buttonsResponseMessage",
  "templateButtonReplyMessage",
  "listResponseMessage",
  "interactiveResponseMessage",
]);

/** Reads any form of message; never throws, for any `message`. */
export function readMessage(message: unknown): MessageReading {
  return readWrapped(message, 0);
}

function readWrapped(message: unknown, depth: number): MessageReading {
  const fields = readFields(message);
  const change = readChange(fields, depth);
  if (change) return change;
  const typed = firstText([fields["conversation"]]);
  if (typed !== null) return toText(typed);
  const vote = readVote(fields["pollUpdateMessage"]);
  if (vote !== null) return toText(vote);
  const name = Object.keys(fields).find(
    (key) => !SILENT.has(key) && key !== "conversation" && isFields(fields[key]),
  );
  if (name === undefined) return NONE;
  const content = readFields(fields[name]);
  // Ephemeral, view-once, caption and other wrappers hold the message itself, and may be nested.
  if (isFields(content["message"])) {
    return depth < MAX_DEPTH ? readWrapped(content["message"], depth + 1) : NONE;
  }
  return readContent(name, content);
}

function readContent(name: string, content: Fields): MessageReading {
  const read = Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined;
  const described = describeContent(name, content);
  const texts = described?.said ?? (read ? read(content) : []);
  const text = described?.text ?? firstText(texts);
  const chosen = described || CHOICES.has(name) ? findStop(texts) : null;
  const kind = readKind(name, content) ?? (text === null ? "unsupported" : "text");
  return {
    type: "message",
    kind,
    text,
    ...(chosen !== null && chosen !== text && { chosen }),
    quotedId: readQuotedId(content["contextInfo"]),
    media: isMediaKind(kind) ? readMedia(content) : null,
    location: kind === "location" ? readLocation(content) : null,
    contacts: kind === "contact" ? readContacts(content) : [],
  };
}

/** Returns the name of a choice that asks for no more messages, if one does. */
export function findStop(names: readonly unknown[]): string | null {
  const texts = names.map((name) => firstText([name])).filter((text) => text !== null);
  return texts.find((text) => classifyReply(text) === "opt_out") ?? null;
}

function toText(text: string): MessageReading {
  const nothing = { quotedId: null, media: null, location: null, contacts: [] };
  return { type: "message", kind: "text", text, ...nothing };
}

/** What changes an earlier message; null for anything else. */
function readChange(fields: Fields, depth: number): MessageReading | null {
  const reaction = readFields(fields["reactionMessage"]);
  const reactedTo = readId(readFields(reaction["key"])["id"]);
  if (reactedTo !== null) {
    const emoji = firstText([reaction["text"]], MAX_EMOJI);
    return { type: "reaction", messageId: reactedTo, emoji };
  }
  const protocol = readFields(fields["protocolMessage"]);
  const deleted = readId(readFields(protocol["key"])["id"]);
  if (deleted !== null && DELETION_TYPES.includes(protocol["type"])) {
    return { type: "deletion", messageId: deleted };
  }
  return readEdit(protocol, depth);
}

function readEdit(protocol: Fields, depth: number): MessageReading | null {
  if (!EDIT_TYPES.includes(protocol["type"]) && !isFields(protocol["editedMessage"])) return null;
  const id = readId(readFields(protocol["key"])["id"]);
  if (id === null || depth >= MAX_DEPTH) return NONE;
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
