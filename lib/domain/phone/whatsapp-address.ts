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
