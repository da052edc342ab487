import { decodeHTML, decodeHTMLAttribute } from "entities";
import { Parser } from "htmlparser2";
import { phoneDigits } from "@/lib/domain/phone/phone-digits";
import { findWhatsappAddresses, hasWhatsappAddress } from "@/lib/domain/phone/whatsapp-address";
import { parseJsonLd } from "./json-ld.rule";
import {
  findTarget,
  INLINE,
  isLogo,
  isOrganization,
  isTextLogo,
  isTrap,
  readHandler,
} from "./page-elements.rule";
import {
  MAP_MARK,
  normalizeText,
  oneLine,
  type PageReading,
  PHONE_MARK,
  removeMarks,
  WHATSAPP_MARK,
} from "./page-reading.rule";
import { findWhatsappSetting } from "./whatsapp-setting.rule";

/** The parser searches and shifts an array of open elements: unlimited depth takes quadratic time. */
const MAX_DEPTH = 500;
const MAX_LINKS = 2_000;
const MAX_CAPTURES = 500;
const MAX_VALUES = 20;
const MAX_EMBEDDED = 20;
const MAX_HIDDEN = 100;
const MAX_LOGOS = 3;
const MAX_TITLE_LENGTH = 1_000;
const CAPTURED_CHUNKS = 200;
const MAX_SCRIPT_LENGTH = 300_000;
const MAX_TEXT_LENGTH = 400_000;

const UNREAD = new Set(["style", "template", "textarea", "select", "canvas", "video", "audio"]);
/** Attributes that describe an element's purpose. */
const HINTS = new Set(["class", "id", "alt", "aria-label", "title", "xlink:href"]);
/** Long attributes that describe its appearance. */
const DRAWN = new Set(["class", "d", "sizes", "srcset", "style", "viewbox"]);
const SPACED = new Set(["a", "button", "input"]);
const LONGEST_LOGO = 60;
const MAP_ICON =
  /map-?(?:marker|pin|signs)|location-(?:dot|pin|arrow)|geo-alt|icon-?(?:map|location|pin|endere)|\bendere[cç]o/i;

interface OpenElement {
  name: string;
  unread: boolean;
  start: number;
  capture: ((text: string) => void) | undefined;
  scope: Map<string, string[]> | null | undefined;
}

/** Reads a page in one pass. Never throws, even on broken HTML; takes linear time. */
export function readPage(url: string, html: string): PageReading {
  const reader = new PageReader(url);
  reader.parser.write(html);
  return reader.finish();
}

class PageReader {
  readonly parser: Parser;
  readonly #page: PageReading;
  readonly #chunks: string[] = [];
  readonly #open: OpenElement[] = [];
  #length = 0;
  #endsWith = "\n";
  /** Whether a tag was read since the last text. */
  #isParted = false;
  #captures = 0;
  #script: string[] = [];
  #scriptLength = 0;

  constructor(url: string) {
    this.#page = {
      url,
      title: "",
      siteName: "",
      author: "",
      headings: [],
      hasViewport: false,
      logos: [],
      jsonLd: [],
      microdata: new Map(),
      links: [],
      embedded: [],
      hiddenWhatsapps: [],
      encodedEmails: [],
      addresses: [],
      text: "",
    };
    this.parser = new Parser(
      {
        onopentag: (name, attributes) => this.#onOpen(name, attributes),
        ontext: (text) => this.#onText(text),
        onclosetag: () => this.#onClose(),
      },
      { decodeEntities: false },
    );
  }

  finish(): PageReading {
    this.parser.end();
    this.#page.text = this.#chunks
      .join("")
      .replace(/ {2,}/g, " ")
      .replace(/ ?\n[ \n]*/g, "\n")
      .trim();
    return this.#page;
  }

  #onOpen(name: string, attributes: Record<string, string>) {
    this.#isParted = true;
    const parent = this.#open.at(-1);
    const unread = parent?.unread === true || UNREAD.has(name) || isTrap(name, attributes);
    const element: OpenElement = {
      name,
      unread,
      start: this.#chunks.length,
      capture: undefined,
      scope: parent?.scope,
    };
    this.#open.push(element);
    if (this.#open.length > MAX_DEPTH) this.parser.pause();
    if (name === "script") {
      this.#script = [];
      this.#scriptLength = 0;
      element.capture = /ld\+json/i.test(attributes.type ?? "")
        ? (text) => this.#page.jsonLd.push(...parseJsonLd(text))
        : (text) => this.#keepHidden(text, true);
      return;
    }
    if (unread) return;
    this.#separate(name);
    element.start = this.#chunks.length;
    const names = Object.keys(attributes);
    if (names.length > 0) {
      for (const attribute of names) {
        const value = attributes[attribute] ?? "";
        if (value.includes("&")) attributes[attribute] = decodeHTMLAttribute(value);
      }
      this.#readAttributes(name, attributes, names);
      this.#readMicrodata(element, attributes);
    }
    element.capture ??= this.#captureOf(name, attributes);
    if (isTextLogo(name, attributes)) this.#captureLogo(element);
  }

  #captureLogo(element: OpenElement) {
    if (this.#page.logos.length >= MAX_LOGOS || this.#captures >= MAX_CAPTURES) return;
    this.#captures += 1;
    const { capture } = element;
    element.capture = (text) => {
      capture?.(text);
      const [line = ""] = text.trim().split("\n", 1);
      const logo = oneLine(line);
      const isShort = logo.length > 1 && logo.length <= LONGEST_LOGO;
      if (isShort && this.#page.logos.length < MAX_LOGOS) this.#page.logos.push(logo);
    };
  }

  #onText(text: string) {
    const element = this.#open.at(-1);
    if (element?.name === "script") {
      this.#scriptLength += text.length;
      if (this.#scriptLength <= MAX_SCRIPT_LENGTH) this.#script.push(text);
    } else if (element?.name === "title" && !this.#isInside("svg")) {
      const room = MAX_TITLE_LENGTH - this.#page.title.length;
      if (room > 0) this.#page.title += normalizeText(decodeHTML(text.slice(0, room)));
    } else if (element?.unread !== true) {
      const room = MAX_TEXT_LENGTH - this.#length;
      const written = normalizeText(decodeHTML(text.length > room ? text.slice(0, room) : text));
      // "<b>Endereço</b><span>Rua": their styles set them apart.
      if (this.#isParted && isSetApart(this.#endsWith, written)) this.#write(" ");
      this.#isParted = false;
      this.#write(written);
      if (text.length >= room) this.parser.pause();
    }
  }

  #onClose() {
    this.#isParted = true;
    const element = this.#open.pop();
    if (element === undefined) return;
    if (element.name === "script") {
      element.capture?.(this.#script.join(""));
    } else if (!element.unread) {
      element.capture?.(
        this.#chunks.slice(element.start, element.start + CAPTURED_CHUNKS).join(""),
      );
      this.#separate(element.name);
    }
  }

  #isInside(name: string): boolean {
    return this.#open.at(-2)?.name === name;
  }

  #separate(name: string) {
    if (SPACED.has(name)) this.#write(" ");
    else if (!INLINE.has(name)) this.#write("\n");
  }

  #write(text: string) {
    // Text between two tags is mostly white space.
    const isRepeated =
      text === "\n" ? this.#endsWith === "\n" : text === " " && /\s/.test(this.#endsWith);
    if (isRepeated || text === "") return;
    this.#chunks.push(text);
    this.#length += text.length;
    this.#endsWith = text.at(-1) ?? "";
  }

  #captureOf(name: string, attributes: Record<string, string>) {
    if (this.#captures >= MAX_CAPTURES + MAX_LINKS) return undefined;
    switch (name) {
      case "h1":
        this.#captures += 1;
        return (text: string) => this.#page.headings.push(oneLine(text).slice(0, 200));
      case "address":
        this.#captures += 1;
        return (text: string) => this.#page.addresses.push(removeMarks(text).slice(0, 400));
      case "a":
      case "area":
        return this.#captureLink(findTarget(attributes));
      default:
        return this.#captureLink(readHandler(attributes.onclick));
    }
  }

  #captureLink(href: string | undefined) {
    if (!href || href.length > 2_000 || this.#page.links.length >= MAX_LINKS) return undefined;
    const link = { href, text: "", before: this.#chunks.slice(-8).join("").slice(-120) };
    this.#page.links.push(link);
    return (text: string) => {
      link.text = oneLine(text).slice(0, 200);
    };
  }

  #readAttributes(name: string, attributes: Record<string, string>, names: readonly string[]) {
    if (name === "meta") return this.#readMeta(attributes);
    if ((name === "frame" || name === "iframe") && attributes.src) {
      this.#keepEmbedded(attributes.src);
    }
    const { "data-cfemail": encoded, alt = "" } = attributes;
    if (encoded && this.#page.encodedEmails.length < MAX_HIDDEN) {
      this.#page.encodedEmails.push(encoded);
    }
    let hints = "";
    for (const attribute of names) {
      if (HINTS.has(attribute)) hints += ` ${attributes[attribute]}`;
    }
    const isHinted = /whats|zap|joinchat|ht_ctc|phone|tel|map-|icon|location-|geo-alt|endere/i.test(
      hints,
    );
    if (isHinted && /whats-?app|\bzap\b|whats\b/i.test(hints)) this.#write(WHATSAPP_MARK);
    else if (isHinted && /\bfa-phone|icon-?(?:phone|tel)|telefone|\bphone\b/i.test(hints)) {
      this.#write(PHONE_MARK);
    } else if (isHinted && MAP_ICON.test(hints)) this.#write(MAP_MARK);
    if (name === "img" && alt !== "" && this.#page.logos.length < MAX_LOGOS && isLogo(attributes)) {
      this.#page.logos.push(oneLine(alt).slice(0, 200));
    }
    // A number in an image is in its alternative text.
    if (/\d{4}/.test(alt)) this.#write(` ${normalizeText(alt)} `);
    const isWidget = isHinted && /whats|joinchat|ht_ctc/i.test(hints);
    for (const attribute of names) {
      const value = attributes[attribute] ?? "";
      if (DRAWN.has(attribute) || (attribute === "href" && name === "a")) continue;
      if (hasWhatsappAddress(value)) this.#keepHidden(value, false);
      else if (isWidget || attribute.startsWith("data-whats"))
        this.#keepWidgetNumber(attribute, value);
    }
  }

  /**
   * Chat widgets have the number in a data attribute: `data-phone="5511…"`, `data-settings='{"telephone":"5511…"}'`.
   */
  #keepWidgetNumber(attribute: string, value: string) {
    const number = /^data-(?:phone|number|tel|telefone|whatsapp|whats)/.test(attribute)
      ? value
      : /"(?:telephone|phone|number)"\s*:\s*"(\+?[\d\s().-]{10,20})"/.exec(
          value.slice(0, 4_000),
        )?.[1];
    if (number !== undefined) this.#keepNumber(number, false);
  }

  #keepNumber(number: string, inScript: boolean) {
    const digits = phoneDigits(number);
    if (digits.length < 10 || digits.length > 15) return;
    const plus = /^[\s(]*\+/.test(number) ? "+" : "";
    if (this.#page.hiddenWhatsapps.length >= MAX_HIDDEN) return;
    this.#page.hiddenWhatsapps.push({ address: `https://wa.me/${plus}${digits}`, inScript });
  }

  #keepHidden(value: string, inScript: boolean) {
    if (this.#page.hiddenWhatsapps.length >= MAX_HIDDEN) return;
    for (const address of findWhatsappAddresses(value)) {
      this.#page.hiddenWhatsapps.push({ address, inScript });
    }
    const setting = inScript ? findWhatsappSetting(value) : null;
    if (setting !== null) this.#keepNumber(setting, inScript);
  }

  #readMeta({ property, name, content = "", "http-equiv": equivalent }: Record<string, string>) {
    const key = (property ?? name ?? "").toLowerCase();
    if (key === "og:site_name" || key === "application-name") {
      this.#page.siteName ||= oneLine(content).slice(0, 200);
    }
    if (key === "author") this.#page.author ||= oneLine(content).slice(0, 200);
    if (key === "viewport" && /device-width|initial-scale/i.test(content)) {
      this.#page.hasViewport = true;
    }
    if (equivalent?.toLowerCase() === "refresh") {
      const target = /url\s*=\s*['"]?([^'"\s]+)/i.exec(content)?.[1];
      if (target) this.#keepEmbedded(target);
    }
  }

  #keepEmbedded(address: string) {
    if (this.#page.embedded.length < MAX_EMBEDDED) this.#page.embedded.push(address);
  }

  #readMicrodata(element: OpenElement, attributes: Record<string, string>) {
    const { itemtype, itemprop, content } = attributes;
    const scope = element.scope;
    if (attributes.itemscope !== undefined || itemtype !== undefined) {
      // A postal address belongs to the organization around it; other items have their own properties.
      if (isOrganization(itemtype)) element.scope = this.#page.microdata;
      else if (!/PostalAddress|ContactPoint|GeoCoordinates/.test(itemtype ?? ""))
        element.scope = null;
      return;
    }
    if (!itemprop || !scope || this.#captures >= MAX_CAPTURES) return;
    this.#captures += 1;
    const keep = (value: string) => {
      const text = oneLine(value).slice(0, 300);
      const values = scope.get(itemprop) ?? [];
      if (text !== "" && values.length < MAX_VALUES) scope.set(itemprop, [...values, text]);
    };
    if (content !== undefined) keep(content);
    else element.capture = keep;
    if (attributes.href && element.name === "a") {
      const link = this.#captureLink(attributes.href.trim());
      element.capture = (text) => {
        keep(text);
        link?.(text);
      };
    }
  }
}

/** Whether a text in another element begins a new word: "Rua" after "Endereço", "Telefone" after "SP". */
function isSetApart(last: string, next: string): boolean {
  return /^\p{Lu}(?:[\p{Ll}-]|[. ])/u.test(next) && /[\p{L}\d]/u.test(last);
}
