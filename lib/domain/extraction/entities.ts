import { Parser } from "htmlparser2";

/** With the sign that may follow: in an attribute it says that "&copy=1" is a parameter. */
const ENTITY = /&(?:#x?[0-9a-f]{1,7}|[a-z][a-z0-9]{1,31});?=?/gi;
const MAX_KNOWN = 2_000;

/**
 * What the text of a page says. Pages are read without their entities, which lets the parser leap from tag to tag; few
 * places have any, and those are put right here, by the parser's own rules, each entity once.
 */
export function decodedText(text: string): string {
  return text.includes("&") ? text.replace(ENTITY, (entity) => known(inText, entity)) : text;
}

/** The same for the value of an attribute, where an entity without its semicolon counts less. */
export function decodedAttribute(value: string): string {
  return value.includes("&")
    ? value.replace(ENTITY, (entity) => known(inAttribute, entity))
    : value;
}

interface Decoder {
  known: Map<string, string>;
  decode(entity: string): string;
}

function known({ known: before, decode }: Decoder, entity: string): string {
  const said = before.get(entity);
  if (said !== undefined) return said;
  if (before.size >= MAX_KNOWN) before.clear();
  const says = decode(entity);
  before.set(entity, says);
  return says;
}

let read = "";
const textParser = new Parser({
  ontext(text) {
    read += text;
  },
});
const attributeParser = new Parser({
  onattribute(_, value) {
    read = value;
  },
});
const inText: Decoder = {
  known: new Map(),
  decode(entity) {
    read = "";
    textParser.parseComplete(entity);
    return read;
  },
};
const inAttribute: Decoder = {
  known: new Map(),
  decode(entity) {
    read = "";
    attributeParser.parseComplete(`<a x="${entity}">`);
    return read;
  },
};
