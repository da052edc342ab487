export interface Target {
  /** "field" is anything with a label; "text" is the innermost element that shows the name. */
  role: keyof typeof ROLES;
  /** The source of a regular expression. */
  name: string;
  within?: Target;
}

export interface Seen {
  text: string;
  value: string;
  x: number;
  y: number;
  /** It reacts to events, and nothing covers it. */
  isReady: boolean;
}

const ROLES = {
  alertdialog: "[role=alertdialog]",
  button: "button, [role=button]",
  dialog: "[role=dialog]",
  field: "input, textarea, select",
  heading: "h1, h2, h3, h4",
  image: "img",
  link: "a[href]",
  listitem: "li",
  menuitem: "[role=menuitem]",
  navigation: "nav",
  region: "section",
  text: "body *",
};

/** By role and accessible name, among the visible elements. */
export function role(name: keyof typeof ROLES, label: string | RegExp, within?: Target): Target {
  const exact = (text: string) => `^${text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$`;
  const source = label instanceof RegExp ? label.source : exact(label);
  return { role: name, name: source, ...(within && { within }) };
}

/** Runs in the page, which receives only its source. */
export function locate(target: Target, roles: typeof ROLES, scrolls: boolean): Seen | null {
  const clean = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const textOf = (id: string) => document.getElementById(id)?.textContent ?? "";
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.closest("[aria-hidden=true], [inert], script, style");
  function nameOf(element: Element): string {
    const ids = element.getAttribute("aria-labelledby");
    if (ids) return clean(ids.split(" ").map(textOf).join(" "));
    const label = [...((element as HTMLInputElement).labels ?? [])][0]?.textContent;
    return (
      clean(element.getAttribute("aria-label") ?? label ?? element.getAttribute("alt")) ||
      clean(element.textContent)
    );
  }
  function find({ role: kind, name, within }: Target): Element | undefined {
    const root = within ? find(within) : document;
    const pattern = new RegExp(name, "u");
    const matches = [...(root?.querySelectorAll(roles[kind]) ?? [])].filter(
      (element) =>
        pattern.test(kind === "text" ? clean(element.textContent) : nameOf(element)) &&
        isShown(element),
    );
    return matches.at(kind === "text" ? -1 : 0);
  }
  const element = find(target);
  if (!element) return null;
  if (scrolls) element.scrollIntoView({ block: "center" });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  return {
    text: clean(element.textContent),
    value: (element as HTMLInputElement).value ?? "",
    ...{ x, y },
    isReady:
      element.contains(document.elementFromPoint(x, y)) &&
      !element.matches(":disabled") &&
      Object.keys(element).some((key) => key.startsWith("__reactProps")),
  };
}

export const locateArguments = (target: Target, scrolls: boolean) =>
  [target, ROLES, scrolls] as const;
