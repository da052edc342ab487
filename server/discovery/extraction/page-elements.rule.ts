/** What an element is, by its name and attributes alone. */

/** Elements that words flow through. */
export const INLINE = new Set(
  "abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark path q s samp small span strike strong sub sup svg time tt u use var wbr img".split(
    " ",
  ),
);

const LOGO = /logo/i;
const TEXT_LOGO = /(?:^|[\s_-])(?:logo|logotipo|brand|marca)(?:[\s_-]|$)/i;

const NOWHERE = /^(?:#|javascript:|$)/i;
const OPENED =
  /(?:window\.open|location(?:\.href|\.assign|\.replace)?)\s?[=(]\s?["'](https?:\/\/[^"']{4,500})["']/;

/** Where a click leads: the address of a link, or what its script opens. */
export function findTarget({ href, onclick }: Record<string, string>): string | undefined {
  const address = href?.trim() ?? "";
  return (NOWHERE.test(address) ? readHandler(onclick) : undefined) ?? address;
}

/** The address that an element's script opens. */
export function readHandler(script: string | undefined): string | undefined {
  return script === undefined ? undefined : OPENED.exec(script.slice(0, 1_000))?.[1];
}

/** Hidden inline words are meant to mislead programs; hidden blocks may be shown later. */
export function isTrap(name: string, { style }: Record<string, string>): boolean {
  return style !== undefined && INLINE.has(name) && /display\s*:\s*none/i.test(style);
}

/** An image that calls itself a logo. */
export function isLogo({
  src = "",
  class: classes = "",
  id = "",
  alt = "",
}: Record<string, string>): boolean {
  return [src.slice(-100), classes, id, alt].some((each) => each !== "" && LOGO.test(each));
}

/** A logo in letters. */
export function isTextLogo(name: string, { class: classes = "", id = "" }: Record<string, string>) {
  return name !== "img" && (TEXT_LOGO.test(classes.slice(0, 200)) || TEXT_LOGO.test(id));
}

/** Of microdata: a company, and none of what companies offer or say. */
export function isOrganization(itemtype: string | undefined): boolean {
  return (
    itemtype !== undefined &&
    /schema\.org\//i.test(itemtype) &&
    !/(?:Person|Product|Offer|Web(?:Site|Page)|Article|Posting|PostalAddress|ContactPoint|Geo|Rating|Review|Event|Breadcrumb|List|Image|Video|Service|Element|Creative|Recipe|Menu|Action)/i.test(
      itemtype,
    )
  );
}
