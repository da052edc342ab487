import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";

/** Makes a text of about that length. */
export type AttackString = (length: number) => string;

const MAX_STRINGS = 16;
/** Rejected by nearly every pattern, so that all ways to match are tried. */
const FAILING_TAIL = "\u0001";
const CANDIDATES = [
  ..." a0A.-,;:/@_é\n\t",
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."\u00a0–—»•☎\ue000\ue001\u200b\u0301",
];

/** Attack strings made of the pattern's own literals and classes, repeated, with a tail that fails. */
export function buildAttackStrings(regex: RegExp): AttackString[] {
  const ast = new RegExpParser().parsePattern(regex.source, undefined, undefined, {
    unicode: regex.unicode,
  });
  const sample = createSampler(regex.flags);
  const repeated = new Map<string, string>();
  const add = (before: string, unit: string) => {
    if (unit !== "") repeated.set(`${before}\0${unit}`, unit);
  };
  visitRegExpAST(ast, {
    onQuantifierEnter(node) {
      if (node.max > 8) add(prefixOf(node, sample), sample(node.element));
    },
    onAlternativeEnter(node) {
      add("", node.elements.map(sample).join(""));
      for (const [at, element] of node.elements.entries()) {
        add("", sample(element));
        add("", sample(element) + sample(node.elements[at + 1]));
      }
    },
  });
  return [...repeated].slice(0, MAX_STRINGS).flatMap(([key, unit]) => {
    const before = key.slice(0, key.indexOf("\0"));
    const make = (length: number) => before + unit.repeat(Math.ceil(length / unit.length));
    return [make, (length: number) => make(length) + FAILING_TAIL];
  });
}

type Sampler = (node: AST.Node | undefined) => string;

/** A text that the node matches; empty where none is found, and for assertions. */
function createSampler(flags: string): Sampler {
  const known = new Map<string, string>();
  const sampleOne = (raw: string) => {
    const whole = new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, ""));
    return CANDIDATES.find((each) => whole.test(each)) ?? "";
  };
  const sample: Sampler = (node) => {
    switch (node?.type) {
      case "Character":
        return String.fromCodePoint(node.value);
      case "CharacterClass":
      case "CharacterSet": {
        const one = known.get(node.raw) ?? sampleOne(node.raw);
        known.set(node.raw, one);
        return one;
      }
      case "Alternative":
        return node.elements.map(sample).join("");
      case "Group":
      case "CapturingGroup":
      case "Pattern":
        return sample(node.alternatives[0]);
      case "Quantifier":
        return sample(node.element).repeat(Math.max(1, node.min));
      default:
        return "";
    }
  };
  return sample;
}

/** A text that leads to the node: what precedes it in each alternative around it. */
function prefixOf(node: AST.Node, sample: Sampler): string {
  let prefix = "";
  for (let at = node; at.parent; at = at.parent) {
    if (at.parent.type !== "Alternative") continue;
    const before = at.parent.elements.slice(0, at.parent.elements.indexOf(at as AST.Element));
    prefix = before.map(sample).join("") + prefix;
  }
  return prefix;
}
