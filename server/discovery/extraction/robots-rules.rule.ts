/** The rules of a robots.txt that apply to one robot (RFC 9309). */
export interface AgentRules {
  rules: RobotsRule[];
  /** 0 when none is given. */
  crawlDelayS: number;
}

interface RobotsRule {
  allow: boolean;
  /** The pattern between its wildcards: the path begins with the first and contains the others in order. */
  pieces: string[];
  /** The pattern ends in "$": the last piece ends the path. */
  isAnchored: boolean;
  /** The longest matching pattern decides. */
  length: number;
}

const MAX_RULES = 5_000;
/** Real lines are short; longer ones are ignored. */
const MAX_LINE_LENGTH = 2_000;

interface Group {
  isNamed: boolean;
  rules: RobotsRule[];
  crawlDelayS: number;
}

/** Reads the groups for `agent`, or else those for every robot. Groups for the same robot are combined. */
export function parseRobots(text: string, agent: string): AgentRules {
  const own: Group = { isNamed: false, rules: [], crawlDelayS: 0 };
  const everybody: Group = { isNamed: false, rules: [], crawlDelayS: 0 };
  const groups = new Map([
    [agent.toLowerCase(), own],
    ["*", everybody],
  ]);
  let current = new Set<Group>();
  let isNaming = false;
  for (const line of text.split(/[\r\n]/)) {
    const [key, value] = splitLine(line);
    if (key === "") continue;
    if (key === "user-agent") {
      if (!isNaming) current = new Set();
      const group = groups.get(value.split("/", 1)[0]?.trim().toLowerCase() ?? "");
      if (group) current.add(group);
      if (group) group.isNamed = true;
    } else {
      for (const group of current) addLine(group, key, value);
    }
    isNaming = key === "user-agent";
  }
  const { rules, crawlDelayS } = own.isNamed ? own : everybody;
  return { rules, crawlDelayS };
}

function splitLine(line: string): [key: string, value: string] {
  const colon = line.indexOf(":");
  if (colon < 0 || line.length > MAX_LINE_LENGTH) return ["", ""];
  const [written = ""] = line.split("#", 1);
  return [written.slice(0, colon).trim().toLowerCase(), written.slice(colon + 1).trim()];
}

function addLine(group: Group, key: string, value: string) {
  if (key === "crawl-delay") group.crawlDelayS = Math.max(0, Number(value)) || 0;
  const isRule = key === "allow" || key === "disallow";
  // An empty rule means nothing.
  if (!isRule || value === "" || group.rules.length === MAX_RULES) return;
  const pattern = encodePath(value);
  const isAnchored = pattern.endsWith("$");
  group.rules.push({
    allow: key === "allow",
    pieces: (isAnchored ? pattern.slice(0, -1) : pattern).split("*"),
    isAnchored,
    length: pattern.length,
  });
}

/** The longest matching rule decides; of two equally long ones, the one that allows. */
export function isAllowed({ rules }: AgentRules, url: URL): boolean {
  const path = upperCaseEscapes(url.pathname + url.search);
  let decisive: RobotsRule | null = null;
  for (const rule of rules) {
    const isStronger =
      decisive === null ||
      rule.length > decisive.length ||
      (rule.length === decisive.length && rule.allow);
    if (isStronger && matches(rule, path)) decisive = rule;
  }
  return decisive === null || decisive.allow;
}

/** The length of the rules in characters. */
export function measureRules({ rules }: AgentRules): number {
  return rules.reduce((sum, { pieces, length }) => sum + length + 8 * pieces.length + 8, 1);
}

/** Takes each piece at its first possible place, which leaves the most room for the others: linear time. */
function matches({ pieces, isAnchored }: RobotsRule, path: string): boolean {
  const [first = "", ...others] = pieces;
  if (!path.startsWith(first)) return false;
  const last = isAnchored ? others.pop() : undefined;
  let at = first.length;
  for (const piece of others) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (last === undefined) return !isAnchored || at === path.length;
  return path.endsWith(last) && path.length - last.length >= at;
}

function encodePath(pattern: string): string {
  try {
    return upperCaseEscapes(encodeURI(pattern).replaceAll("%25", "%"));
  } catch {
    // Half of a surrogate pair cannot be encoded.
    return pattern;
  }
}

function upperCaseEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}
