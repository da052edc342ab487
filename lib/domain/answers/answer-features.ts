/**
 * A text as the features of a linear model: its words, pairs of words and of their beginnings, what follows a 'não', runs of
 * two to four letters within words, and how it is written, each hashed to a bucket. Runs of letters and beginnings carry the
 * model over misspelt words and endings that it has not seen.
 */

export const BUCKETS = 39_999;
/** Only the beginning of a longer text is read. */
export const MOST_CHARACTERS = 2_000;
const LEAST_RUN = 2;
const MOST_RUN = 4;

/** Short forms that people type on a phone for a whole word. */
const TYPED = new Map(
  Object.entries({
    n: "nao",
    ñ: "nao",
    nn: "nao",
    naum: "nao",
    num: "nao",
    q: "que",
    oq: "o que",
    pq: "porque",

    vc: "voce",
    vcs: "voces",
    cê: "voce",
    ce: "voce",
    ces: "voces",
    tb: "tambem",
    tbm: "tambem",
    d: "de",
    p: "para",
    pra: "para",
    pro: "para",
    c: "com",
    cmg: "comigo",
    ctg: "contigo",
    qro: "quero",
    kero: "quero",
    qero: "quero",
    queru: "quero",
    msg: "mensagem",
    msgs: "mensagens",
    msm: "mesmo",
    mt: "muito",
    mto: "muito",
    hj: "hoje",
    pfv: "por favor",
    pf: "por favor",
    pfvr: "por favor",
    obg: "obrigado",
    obgd: "obrigado",

    brigado: "obrigado",
    brigada: "obrigado",
    obrigada: "obrigado",
    vlw: "valeu",
    blz: "beleza",

    zap: "whatsapp",
    zapzap: "whatsapp",
    wpp: "whatsapp",
    whats: "whatsapp",
    wats: "whatsapp",
    qnd: "quando",
    qdo: "quando",
    qto: "quanto",
    qnto: "quanto",
    td: "tudo",
    tds: "todos",
    fds: "fim de semana",
    seg: "segunda",
    sec: "segunda",
    amanha: "amanha",
    amnh: "amanha",
    to: "estou",
    tô: "estou",
    ta: "esta",
    tá: "esta",
    tava: "estava",
    ne: "nao e",
    eh: "e",
  }),
);

/** Words of a text: lower case, without accents; each emoji, question mark and exclamation mark is a separate word. */
export function splitAnswer(text: string): string[] {
  const plain = text
    .slice(0, MOST_CHARACTERS)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\d+/g, (digits) => (digits.length > 2 ? "0000" : "00"))
    // "nãooooo": a letter typed three times or more is meant once.
    .replace(/(\p{L})\1{2,}/gu, "$1");
  const words = plain.match(/\p{L}+|\d+|\p{Extended_Pictographic}|[?!/]/gu) ?? [];
  return words.flatMap((word) => TYPED.get(word)?.split(" ") ?? [word]);
}

/** When a bucket was last found, by the text's number: no set is made for each text. */
const seen = new Uint32Array(BUCKETS);
let current = 0;

/** The buckets of a text's features, each once. */
export function listFeatures(text: string): number[] {
  const found: number[] = [];
  visitFeatures(text, (bucket) => found.push(bucket));
  return found;
}

/** Calls `visit` with each bucket of a text's features once, and with the place of the word that it belongs to: -1 for none. */
export function visitFeatures(text: string, visit: (bucket: number, at: number) => void): void {
  const read = text.slice(0, MOST_CHARACTERS);
  const words = splitAnswer(read);
  current += 1;
  let at = -1;
  const add = (hash: number) => {
    const bucket = (((hash >>> 16) ^ hash) >>> 0) % BUCKETS;
    if (seen[bucket] === current) return;
    seen[bucket] = current;
    visit(bucket, at);
  };
  for (const [style, shows] of STYLES) if (shows.test(read)) add(hashOn(START, style));
  add(hashOn(START, `length ${Math.min(8, Math.floor(Math.log2(words.length + 1) * 2))}`));
  const beginnings = words.map((word) => word.slice(0, BEGINNING));
  let before = hashOn(START, "first");
  let denied = -REACH;
  for (const [place, word] of words.entries()) {
    at = place;
    const own = hashOn(START, word);
    const beginning = beginnings[at] ?? "";
    add(hashOn(own, "w"));
    add(hashOn(Math.imul(before, 31) ^ own, "p"));
    if (at > 0) add(hashOn(START, `y${beginnings[at - 1]} ${beginning}`));
    if (at > 1) add(hashOn(START, `z${beginnings[at - 2]} ${beginning}`));
    if (at - denied < REACH) add(hashOn(START, `N${beginning}`));
    if (DENIALS.has(word)) denied = at;
    addRuns(`_${word}_`, add);
    before = own;
  }
  add(hashOn(before, "last"));
}

const BEGINNING = 4;
/** A 'não' is about the words that soon follow it. */
const DENIALS = new Set(["nao", "sem", "nunca"]);
const REACH = 4;

/** Robots write whole sentences with capitals and stops, persons in a chat seldom do. */
const STYLES: readonly [string, RegExp][] = [
  ["style capital", /^\P{L}*\p{Lu}/u],
  ["style small", /^\P{Lu}*$/u],
  ["style stop", /\.\s*$/],
  ["style colon", /:/],
  ["style accent", /[À-ÿ]|\p{M}/u],
  ["style sentences", /[.!?]\s\p{Lu}/u],
  ["style comma", /,/],
  ["style digit", /\d/],
  ["style numbers", /\d\D+\d+\D+\d/],
  ["style clock", /\d(?:h|:\d\d)/],
  ["style shout", /!/],
];

function addRuns(word: string, add: (hash: number) => void): void {
  for (let from = 0; from < word.length; from += 1) {
    let hash = START;
    for (let size = 1; size <= MOST_RUN && from + size <= word.length; size += 1) {
      hash = Math.imul(hash ^ word.charCodeAt(from + size - 1), PRIME);
      if (size >= LEAST_RUN) add(hash);
    }
  }
}

/** FNV-1a. */
const START = 0x811c9dc5;
const PRIME = 0x01000193;

function hashOn(start: number, text: string): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  }
  return hash;
}
