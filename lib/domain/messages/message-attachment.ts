import { readWrittenNumber } from "@/lib/domain/phone/written-number";
import { createCardReader } from "@/lib/domain/spreadsheets/vcard";
import type { MediaKind, MessageKind } from "./message-kind";
import { type Fields, firstText, isFields, readFields, readId, readInteger } from "./proto-fields";

/** A message's claims about its file, before the file is here: the sender's, and not checked yet. */
export interface MediaFacts {
  mime: string | null;
  bytes: number | null;
  /** Of a document. */
  fileName: string | null;
  /** Of audio and video. */
  seconds: number | null;
  /** Of what is seen, in pixels. */
  width: number | null;
  height: number | null;
}

export interface MessageLocation {
  latitude: number;
  longitude: number;
  name: string | null;
  address: string | null;
}

export interface ContactCard {
  name: string;
  /** Digits, with country code where WhatsApp knows the number. */
  numbers: string[];
}

const MAX_NAME = 255;
const MAX_SECONDS = 7 * 86_400;
const MAX_PIXELS = 20_000;
const MAX_BYTES = 2 ** 31 - 1;
const MAX_CARDS = 10;
const MAX_NUMBERS = 5;
const MAX_CARD_LENGTH = 20_000;

const MEDIA: Readonly<Record<string, MediaKind>> = {
  imageMessage: "image",
  videoMessage: "video",
  ptvMessage: "video",
  audioMessage: "audio",
  documentMessage: "document",
  stickerMessage: "sticker",
};

/** The kind that the content's name implies; null if it depends on the text. */
export function readKind(name: string, content: Fields): MessageKind | null {
  if (name === "locationMessage" || name === "liveLocationMessage") return "location";
  if (name === "contactMessage" || name === "contactsArrayMessage") return "contact";
  const kind = Object.hasOwn(MEDIA, name) ? (MEDIA[name] ?? null) : null;
  return kind === "audio" && content["ptt"] === true ? "voice" : kind;
}

export function readMedia(content: Fields): MediaFacts {
  const mime = firstText([content["mimetype"]], 100)?.toLowerCase() ?? null;
  return {
    mime: mime !== null && /^[\w.+-]+\/[\w.+-]+(?:;|$)/.test(mime) ? mime : null,
    bytes: readBytes(content["fileLength"]),
    fileName: firstText([content["fileName"], content["title"]], MAX_NAME),
    seconds: readUpTo(content["seconds"], MAX_SECONDS),
    width: readUpTo(content["width"], MAX_PIXELS),
    height: readUpTo(content["height"], MAX_PIXELS),
  };
}

/** Returns null without coordinates on the globe. */
export function readLocation(content: Fields): MessageLocation | null {
  const latitude = readDegrees(content["degreesLatitude"], 90);
  const longitude = readDegrees(content["degreesLongitude"], 180);
  if (latitude === null || longitude === null) return null;
  const name = firstText([content["name"]], MAX_NAME);
  return { latitude, longitude, name, address: firstText([content["address"]], MAX_NAME) };
}

/** The cards of a contact or of several. */
export function readContacts(content: Fields): ContactCard[] {
  const cards = Array.isArray(content["contacts"]) ? content["contacts"] : [content];
  return cards.slice(0, MAX_CARDS).flatMap((card) => (isFields(card) ? readCard(card) : []));
}

/** The id of the message that this one answers; contents of every kind have it in the same place. */
export function readQuotedId(contextInfo: unknown): string | null {
  return readId(readFields(contextInfo)["stanzaId"]);
}

function readCard(card: Fields): ContactCard[] {
  const vcard = typeof card["vcard"] === "string" ? card["vcard"].slice(0, MAX_CARD_LENGTH) : "";
  // Some programs leave out the frame.
  const [read] = createCardReader().push(`BEGIN:VCARD\n${vcard}\nEND:VCARD`, true);
  const name = firstText([card["displayName"], read?.name], MAX_NAME);
  const numbers = [...new Set(read?.phones.flatMap(readNumber))].slice(0, MAX_NUMBERS);
  if (name === null && numbers.length === 0) return [];
  return [{ name: name ?? numbers[0] ?? "", numbers }];
}

/** WhatsApp's own form of a number is exact. */
function readNumber(phone: string): string[] {
  return readCardNumber(/^\+(\d{5,20})$/.exec(phone)?.[1], phone);
}

/** The number of a card: WhatsApp's digits, or what is kept of it as it is written; short ones such as 190 as they are. */
export function readCardNumber(known: string | undefined, written: string): string[] {
  const read = readWrittenNumber(written);
  const digits = known ?? read.digits;
  return digits.length >= 3 && digits.length <= 20 ? [digits] : [];
}

/** A claim beyond every limit stays beyond it, in the room that the database has. */
function readBytes(value: unknown): number | null {
  const bytes = readInteger(value);
  return bytes === null ? null : Math.min(bytes, MAX_BYTES);
}

function readUpTo(value: unknown, max: number): number | null {
  const number = readInteger(value);
  return number !== null && number > 0 && number <= max ? number : null;
}

function readDegrees(value: unknown, max: number): number | null {
  return typeof value === "number" && Math.abs(value) <= max ? value : null;
}
