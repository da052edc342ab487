import { QuoteType, type Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/** Elements whose content is text up to their own closing tag; plaintext has no closing tag. */
const TEXT_ONLY = new Map(
  ["script", "style", "title", "textarea", "iframe", "noembed", "noframes", "xmp", "plaintext"].map(
    (name) => [name, name === "plaintext" ? null : new RegExp(`</${name}(?=[\\s/>])`, "gi")],
  ),
);
/** Their first letters and lengths, to rule out most other elements without creating a string. */
const TEXT_ONLY_LETTERS = new Set([...TEXT_ONLY.keys()].map((name) => name.charCodeAt(0)));
const TEXT_ONLY_LENGTHS = new Set([...TEXT_ONLY.keys()].map((name) => name.length));
const COMMENT_END = /--!?>/g;

const [TAB, SPACE, BANG, DOUBLE, SINGLE] = [0x09, 0x20, 0x21, 0x22, 0x27];
const [SLASH, EQUALS, GREATER, QUESTION] = [0x2f, 0x3d, 0x3e, 0x3f];

/**
 * htmlparser2's tokenizer for a whole page in one string and without entities. It emits the same tokens but jumps
 * from tag to tag instead of reading every character, which is most of the cost of reading a page. Comments and
 * declarations are skipped.
 */
class PageTokenizer {
  running = true;
  readonly #callbacks: TokenizerCallbacks;
  #html = "";
  #at = 0;

  constructor(_options: unknown, callbacks: TokenizerCallbacks) {
    this.#callbacks = callbacks;
  }

  /** Reads the whole page; after `pause` the rest is ignored. */
  write(html: string): void {
    this.#html = html;
    while (this.running && this.#at < html.length) this.#next();
  }

  end(): void {
    this.#callbacks.onend();
  }

  pause(): void {
    this.running = false;
  }

  #next() {
    const tag = this.#nextMarkup();
    if (tag > this.#at) this.#callbacks.ontext(this.#at, tag);
    this.#at = tag;
    if (tag === this.#html.length) return;
    const first = this.#html.charCodeAt(tag + 1);
    if (first === SLASH) this.#closingTag(tag);
    else if (first === BANG) this.#declaration(tag);
    else if (first === QUESTION) this.#skipPast(tag + 2);
    else this.#openingTag(tag);
  }

  /** The next "<" that starts markup; others are text. */
  #nextMarkup(): number {
    const html = this.#html;
    for (let at = html.indexOf("<", this.#at); at !== -1; at = html.indexOf("<", at + 1)) {
      const first = html.charCodeAt(at + 1);
      if (isLetter(first) || first === BANG || first === QUESTION) return at;
      if (first === SLASH && at + 2 < html.length) return at;
    }
    return html.length;
  }

  #closingTag(tag: number) {
    if (!isLetter(this.#html.charCodeAt(tag + 2))) return this.#skipPast(tag + 2);
    const end = this.#endOfName(tag + 2);
    if (end < this.#html.length) this.#callbacks.onclosetag(tag + 2, end);
    return this.#skipPast(end);
  }

  #declaration(tag: number) {
    const html = this.#html;
    if (html.startsWith("[CDATA[", tag + 2)) {
      const end = html.indexOf("]]>", tag + 9);
      this.#at = end === -1 ? html.length : end + 3;
      if (end !== -1) this.#callbacks.oncdata(tag + 9, end + 2, 2);
    } else if (!html.startsWith("--", tag + 2)) {
      this.#skipPast(tag + 2);
    } else if (html.startsWith(">", tag + 4) || html.startsWith("->", tag + 4)) {
      this.#skipPast(tag + 4);
    } else {
      COMMENT_END.lastIndex = tag + 4;
      this.#at = COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length;
    }
  }

  #openingTag(tag: number) {
    const isForeign = this.#callbacks.isInForeignContext?.() === true;
    const nameEnd = this.#endOfName(tag + 1);
    this.#at = this.#html.length;
    if (nameEnd === this.#html.length) return;
    this.#callbacks.onopentagname(tag + 1, nameEnd);
    const end = this.#attributes(nameEnd);
    // An unterminated tag is not a tag.
    if (end === -1) return;
    this.#at = end + 1;
    if (isForeign || !isLikeTextOnly(this.#html.charCodeAt(tag + 1), nameEnd - tag - 1)) return;
    const closing = TEXT_ONLY.get(this.#html.slice(tag + 1, nameEnd).toLowerCase());
    if (closing !== undefined) this.#textOnly(closing);
  }

  #textOnly(closing: RegExp | null) {
    let end = this.#html.length;
    if (closing !== null) {
      closing.lastIndex = this.#at;
      end = closing.exec(this.#html)?.index ?? end;
    }
    if (end > this.#at) this.#callbacks.ontext(this.#at, end);
    this.#at = end;
  }

  /** Returns the position of the tag's ">", or -1. */
  #attributes(from: number): number {
    const html = this.#html;
    for (let at = this.#skipSpace(from); at < html.length; at = this.#skipSpace(at)) {
      const first = html.charCodeAt(at);
      if (first === GREATER) {
        this.#callbacks.onopentagend(at);
        return at;
      }
      if (first === SLASH) {
        at = this.#skipSpace(at + 1);
        if (html.charCodeAt(at) !== GREATER) continue;
        this.#callbacks.onselfclosingtag(at);
        return at;
      }
      at = this.#attribute(at);
    }
    return -1;
  }

  /** Returns the position after the attribute that starts here. */
  #attribute(start: number): number {
    const html = this.#html;
    let end = start + 1;
    while (end < html.length && !endsAttributeName(html.charCodeAt(end))) end += 1;
    this.#callbacks.onattribname(start, end);
    const sign = this.#skipSpace(end);
    if (html.charCodeAt(sign) !== EQUALS) {
      this.#callbacks.onattribend(QuoteType.NoValue, end);
      return sign;
    }
    const value = this.#skipSpace(sign + 1);
    const quote = html.charCodeAt(value);
    if (quote === DOUBLE || quote === SINGLE) {
      const closing = html.indexOf(quote === DOUBLE ? '"' : "'", value + 1);
      if (closing === -1) return html.length;
      this.#callbacks.onattribdata(value + 1, closing);
      this.#callbacks.onattribend(
        quote === DOUBLE ? QuoteType.Double : QuoteType.Single,
        closing + 1,
      );
      return closing + 1;
    }
    let last = value;
    while (
      last < html.length &&
      html.charCodeAt(last) !== GREATER &&
      !isSpace(html.charCodeAt(last))
    )
      last += 1;
    this.#callbacks.onattribdata(value, last);
    this.#callbacks.onattribend(QuoteType.Unquoted, last);
    return last;
  }

  #endOfName(from: number): number {
    const html = this.#html;
    let at = from;
    while (at < html.length && !endsTagName(html.charCodeAt(at))) at += 1;
    return at;
  }

  #skipSpace(from: number): number {
    let at = from;
    while (isSpace(this.#html.charCodeAt(at))) at += 1;
    return at;
  }

  #skipPast(from: number) {
    const end = this.#html.indexOf(">", from);
    this.#at = end === -1 ? this.#html.length : end + 1;
  }
}

/** Cast for the parser's `Tokenizer` option, whose type includes private members. */
export const pageTokenizer = PageTokenizer as unknown as typeof Tokenizer;

function isLikeTextOnly(first: number, length: number): boolean {
  return TEXT_ONLY_LENGTHS.has(length) && TEXT_ONLY_LETTERS.has(first | 0x20);
}

function isSpace(code: number): boolean {
  return code === SPACE || (code >= TAB && code <= 0x0d && code !== 0x0b);
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function endsTagName(code: number): boolean {
  return code === GREATER || code === SLASH || isSpace(code);
}

function endsAttributeName(code: number): boolean {
  return code === EQUALS || endsTagName(code);
}
