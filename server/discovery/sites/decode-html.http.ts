/** Decodes a page: charset from a BOM, the header, the page's meta, else UTF-8 if valid, else Latin-1. */
export function decodeHtml(bytes: Buffer, contentType: string): string {
  const metaCharset = findCharset(bytes.toString("latin1", 0, 4_096));
  // A meta tag readable as single bytes proves that the page is not UTF-16.
  const declared = [
    findCharset(contentType),
    /^utf-?16/i.test(metaCharset ?? "") ? null : metaCharset,
  ];
  const fromBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? ["utf-8"] : [];
  for (const charset of [...fromBom, ...declared, "utf-8"]) {
    const text = charset && tryDecode(charset, bytes);
    if (text) return text;
  }
  // Browsers read Latin-1 as Windows-1252, and so does TextDecoder.
  return new TextDecoder("latin1").decode(bytes);
}

function findCharset(text: string): string | null {
  return /charset\s*=\s*(?:["']\s*)?([\w.:-]{2,40})/i.exec(text)?.[1] ?? null;
}

/** Returns null when the bytes are invalid in that charset or the charset is unknown. */
function tryDecode(charset: string, bytes: Buffer): string | null {
  try {
    // Streaming mode: a body cut at its limit may end inside a character.
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}
