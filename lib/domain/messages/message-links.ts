export interface TextPart {
  text: string;
  /** Set for a link: where it leads. */
  href?: string;
}

/** Every character is read once: nothing in it can match in two ways. */
const LINK = /(?<![\p{L}\p{N}@])(?:https?:\/\/|www\.)[^\s<>"]+/giu;
const CLOSING = ".,;:!?'*_~)]}»”’";
const OPENING: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** Splits a text into plain parts and web addresses, which begin with http://, https:// or www. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const link = trimPunctuation(match[0]);
    const href = /^www\./i.test(link) ? `https://${link}` : link;
    if (!isWebAddress(href)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: link, href });
    end = match.index + link.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** Removes the punctuation of the sentence around an address; a bracket opened inside it stays. */
function trimPunctuation(address: string): string {
  const characters = new Set(address);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? "";
    const opening = OPENING[last];
    if (!CLOSING.includes(last) || (opening && characters.has(opening))) break;
  }
  return address.slice(0, end);
}

function isWebAddress(href: string): boolean {
  if (!URL.canParse(href)) return false;
  const { hostname, username, password } = new URL(href);
  // 'https://banco.example@outro.example' shows one site and leads to another.
  return hostname.includes(".") && username === "" && password === "";
}
