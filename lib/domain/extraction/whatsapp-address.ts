const ADDRESS =
  /(?:https?:)?(?:\/\/)?(?:www\.)?(?:wa\.me|(?:api|web)\.whatsapp\.com|whatsapp:\/)\/[^\s"'<>\\)`]{1,300}/gi;

export function hasWhatsappAddress(value: string): boolean {
  return value.length > 5 && /wa\.me|whatsapp(?:\.com|:)/i.test(value);
}

/** WhatsApp addresses inside other text: an event handler, a widget's settings, a script. */
export function findWhatsappAddresses(value: string): string[] {
  if (!hasWhatsappAddress(value)) return [];
  return (value.replaceAll("\\/", "/").replaceAll("\\u0026", "&").match(ADDRESS) ?? []).slice(
    0,
    20,
  );
}

/** Settings such as "whatsapp": "5511…", and those of the Click to Chat plugin. */
const SETTING =
  /(?:whats_?app(?:_?(?:number|numero|phone|tel|telefone))?|\bht_ctc_chat_var\s?=\s?\{\s?"number)["']?\s{0,12}[:=]\s{0,12}["'](\+?[\d\s().-]{10,20})["']/gi;
/** Settings one level deeper: whatsapp: { enabled: true, number: "5511…" }. */
const SETTINGS_OF_WHATSAPP = /whats_?app["']?\s?[:=]\s?\{/gi;
const NUMBER_SETTING =
  /(?<![\p{L}_])(?:number|numero|número|phone|telefone|tel)["']?\s?:\s?["']?(\+?[\d\s().-]{10,20})(?![\d\s().-])/iu;
const MAX_SETTINGS = 400;

/**
 * The WhatsApp number in a script's settings, as written; null when there are several, which belong to different
 * people.
 */
export function findWhatsappSetting(script: string): string | null {
  if (!/whats_?app|ht_ctc/i.test(script)) return null;
  const named = new Map<string, string>();
  const settings = script.replaceAll('\\"', '"');
  const keep = (number: string | undefined) =>
    number && named.set(number.replace(/\D/g, ""), number);
  for (const [, number] of settings.matchAll(SETTING)) keep(number);
  for (const group of settings.matchAll(SETTINGS_OF_WHATSAPP)) {
    const from = group.index + group[0].length;
    const [own = ""] = settings.slice(from, from + MAX_SETTINGS).split(/[{}]/, 1);
    keep(NUMBER_SETTING.exec(own)?.[1]);
    if (named.size > 1) return null;
  }
  if (named.size > 1) return null;
  return [...named.values()][0] ?? null;
}

/**
 * The number that a WhatsApp address opens a chat with, as written; null for addresses without one: message and group
 * codes, sharing a text, and other sites' addresses.
 */
export function findWhatsappNumber(href: string): string | null {
  const address = href.trim();
  const short = /^(?:https?:)?(?:\/\/)?(?:www\.)?wa\.me\/{1,9}(.*)$/is.exec(address)?.[1];
  if (short !== undefined) {
    const [path = "", query = ""] = short.split(/[?#]/, 2);
    const parts = path.split("/").map(tryDecode);
    // wa.me/c/<number> is a catalogue, wa.me/p/<product>/<number> one of its products.
    const number = parts[0] === "c" ? parts[1] : parts[0] === "p" ? parts[2] : parts[0];
    if (number && /^[\s+\d().-]{8,40}$/.test(number)) return number;
    return readPhoneParameter(query);
  }
  const send =
    /^(?:https?:)?(?:\/\/)?(?:www\.)?(?:(?:api|web|wa)\.)?whatsapp(?:\.com\/{1,9}send|:\/\/send)\/?\??(.*)$/is.exec(
      address,
    )?.[1];
  return send === undefined ? null : readPhoneParameter(send);
}

function readPhoneParameter(query: string): string | null {
  for (const pair of query.replaceAll("&amp;", "&").split(/[&#?]/)) {
    const [name = "", value = ""] = pair.split("=", 2);
    if (!/^phone(?:_?number)?$/i.test(name.trim())) continue;
    const number = tryDecode(value.replaceAll("+", " "));
    if (/\d{4}/.test(number)) return number;
  }
  return null;
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
