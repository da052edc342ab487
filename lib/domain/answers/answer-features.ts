/**
 * A text as the features of a linear model: its words, pairs of words, and runs of two to five letters within words, each
 * hashed to a bucket. Runs of letters carry the model over misspelt words and endings that it has not seen.
 */

export const BUCKETS = 1 << 15;
/** Of longer texts the beginning is read. */
const MOST_CHARACTERS = 2_000;
const LEAST_RUN = 2;
const MOST_RUN = 5;

/** What is typed on a phone for a whole word. */
const TYPED = new Map(
  Object.entries({
    ...{
      n: "nao",
      ñ: "nao",
      nn: "nao",
      naum: "nao",
      num: "nao",
      q: "que",
      oq: "o que",
      pq: "porque",
    },
    ...{
      vc: "voce",
      vcs: "voces",
      cê: "voce",
      ce: "voce",
      ces: "voces",
      tb: "tambem",
      tbm: "tambem",
    },
    ...{ d: "de", p: "para", pra: "para", pro: "para", c: "com", cmg: "comigo", ctg: "contigo" },
    ...{ msg: "mensagem", msgs: "mensagens", msm: "mesmo", mt: "muito", mto: "muito", hj: "hoje" },
    ...{ pfv: "por favor", pf: "por favor", pfvr: "por favor", obg: "obrigado", obgd: "obrigado" },
    ...{
      brigado: "obrigado",
      brigada: "obrigado",
      obrigada: "obrigado",
      vlw: "valeu",
      blz: "beleza",
    },
    ...{
      zap: "whatsapp",
      zapzap: "whatsapp",
      wpp: "whatsapp",
      whats: "whatsapp",
      wats: "whatsapp",
    },
    ...{ qnd: "quando", qdo: "quando", qto: "quanto", qnto: "quanto", td: "tudo", tds: "todos" },
    ...{ fds: "fim de semana", seg: "segunda", sec: "segunda", amanha: "amanha", amnh: "amanha" },
    ...{ to: "estou", tô: "estou", ta: "esta", tá: "esta", tava: "estava", ne: "nao e", eh: "e" },
  }),
);

/** Words of a text: small, without accents, each emoji and each mark that asks or shouts a word of its own. */
function splitAnswer(text: string): string[] {
  const plain = text
    .slice(0, MOST_CHARACTERS)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\d+/g, (digits) => (digits.length > 2 ? "0000" : "00"))
    // "nãooooo": what is typed three times is meant once.
    .replace(/(\p{L})\1{2,}/gu, "$1");
  const words = plain.match(/\p{L}+|\d+|\p{Extended_Pictographic}|[?!/]/gu) ?? [];
  return words.flatMap((word) => TYPED.get(word)?.split(" ") ?? [word]);
}

/** When a bucket was last found, by the text's number: no set is made for each text. */
const seen = new Uint32Array(BUCKETS);
let current = 0;

/** The buckets of a text's features, each once. */
export function listFeatures(text: string): number[] {
  const words = splitAnswer(text);
  const found: number[] = [];
  current += 1;
  const add = (hash: number) => {
    const bucket = ((hash >>> 16) ^ hash) & (BUCKETS - 1);
    if (seen[bucket] === current) return;
    seen[bucket] = current;
    found.push(bucket);
  };
  let before = hashOn(START, "first");
  let beforeThat = START;
  for (const [at, word] of words.entries()) {
    const own = hashOn(START, word);
    add(hashOn(own, "w"));
    add(hashOn(Math.imul(before, 31) ^ own, "p"));
    if (at > 0) {
      add(hashOn(Math.imul(beforeThat, 31) ^ Math.imul(before, 7) ^ own, "t"));
      add(hashOn(Math.imul(beforeThat, 31) ^ own, "s"));
    }
    addRuns(`_${word}_`, add);
    beforeThat = before;
    before = own;
  }
  add(hashOn(before, "last"));
  add(hashOn(START, `length ${Math.min(8, Math.floor(Math.log2(words.length + 1) * 2))}`));
  return found;
}

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
