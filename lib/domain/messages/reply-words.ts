import { toPlainLetters } from "./plain-letters";

/** A word of a reply, in the forms for comparison. */
export interface Word {
  /** Lower case without accents. */
  plain: string;
  /** With its spelling corrected; inflections of one verb or noun are one word. */
  corrected: string;
}

/** Splits a reply at its punctuation, and the parts into words. */
export function splitReply(text: string): Word[][] {
  return joinSpelledOut(toPlainLetters(text))
    .split(/[.,!?;:\n]/)
    .map((part) =>
      part
        .split(/[^a-z0-9@$]/)
        .filter(Boolean)
        .map(toWord),
    );
}

/** Words that are recognised however they are disguised: letter by letter, doubled, with digits for letters. */
const STOP_WORDS = new Set(
  "sair parar pare parem cancelar cancele cancela stop descadastrar naoquero".split(" "),
);
const SHORTEST_STOP_WORD = 4;
/** Also of two words, the first spelled out. */
const SPELLED_OUT = new Set([...STOP_WORDS, "nao"]);

/** Letters one by one (s.a.i.r, S A I R, s-a-i-r) are a word where they spell a stop word. */
function joinSpelledOut(text: string): string {
  return text.replace(
    /(?<![a-z0-9])(?:[a-z0-9][\s._*|/-]{1,3}){2,12}[a-z0-9](?![a-z0-9])/g,
    (spelled) => {
      const word = spelled.replace(/[^a-z0-9]/g, "");
      return SPELLED_OUT.has(word) ? word : spelled;
    },
  );
}

const DIGIT_LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};

function toWord(written: string): Word {
  const plain = undisguise(written);
  return { plain, corrected: correct(plain) };
}

/** A stop word with doubled letters or with digits for letters as itself; any other word as it is written. */
function undisguise(written: string): string {
  if (written.length < SHORTEST_STOP_WORD || STOP_WORDS.has(written)) return written;
  if (!/[a-z]/.test(written)) return written;
  const letters = written
    .replace(/[013457@$]/g, (digit) => DIGIT_LETTERS[digit] ?? digit)
    .replace(/([a-z])\1+/g, "$1");
  return STOP_WORDS.has(letters) ? letters : written.replace(/[@$]/g, "");
}

const SPELLINGS = new Map(
  Object.entries({
    n: "nao",
    naum: "nao",
    num: "nao",
    q: "que",
    qero: "quero",
    qro: "quero",
    kero: "quero",
    p: "para",
    pra: "para",
    pro: "para",
    pras: "para",
    pare: "parar",
    parem: "parar",
    param: "parar",
    cancele: "cancelar",
    cancela: "cancelar",
    cancelem: "cancelar",
    saiam: "sair",
    msg: "mensagem",
    msgs: "mensagem",
    mensagens: "mensagem",
    mandem: "mandar",
    mande: "mandar",
    manda: "mandar",
    mandando: "mandar",
    envie: "enviar",
    envia: "enviar",
    enviem: "enviar",
    enviando: "enviar",
    receba: "receber",
    recebendo: "receber",
    tire: "tirar",
    tira: "tirar",
    tirem: "tirar",
    retire: "tirar",
    retira: "tirar",
    retirem: "tirar",
    retirar: "tirar",
    remova: "tirar",
    remove: "tirar",
    removam: "tirar",
    remover: "tirar",
    exclua: "tirar",
    exclui: "tirar",
    excluam: "tirar",
    excluir: "tirar",
    apague: "tirar",
    apaga: "tirar",
    apaguem: "tirar",
    apagar: "tirar",
    delete: "tirar",
    deletem: "tirar",
    deletar: "tirar",
    elimine: "tirar",
    eliminem: "tirar",
    eliminar: "tirar",
    descadastre: "descadastrar",
    descadastra: "descadastrar",
    descadastrem: "descadastrar",
    chame: "chamar",
    chama: "chamar",
    chamem: "chamar",
    ligue: "ligar",
    liga: "ligar",
    liguem: "ligar",
    ligando: "ligar",
    escreva: "escrever",
    escrevam: "escrever",
    escrevendo: "escrever",
    perturbe: "perturbar",
    perturba: "perturbar",
    perturbem: "perturbar",
    incomode: "incomodar",
    incomoda: "incomodar",
    incomodem: "incomodar",
    propagandas: "propaganda",
    queria: "quero",
    gostaria: "quero",
    desejo: "quero",
    listas: "lista",
    contatos: "contato",
    numeros: "numero",
    fone: "numero",
    telefone: "numero",
    dessa: "da",
    desta: "da",
    dai: "da",
    daqui: "da",
    nessa: "na",
    nesta: "na",
    do: "da",
    de: "da",
    dos: "da",
    das: "da",
    desse: "da",
    deste: "da",
    sua: "da",
    essas: "isso",
    esse: "isso",
    esses: "isso",
    essa: "isso",
  }),
);

/** Words that are long enough to be recognised with one letter wrong. */
const CORRECTABLE =
  "mensagem mandar enviar receber cancelar quero parar lista tirar numero descadastrar cadastro contato perturbar incomodar inscricao".split(
    " ",
  );
const MIN_CORRECTABLE = 5;
/** Other words that are one letter away. */
const OTHER_WORDS = new Set(
  "pagar parou passar contrato contado contatos recebi mandou tirou lindo quero".split(" "),
);

function correct(word: string): string {
  const plain = word.replace(/([a-z])\1{2,}/g, "$1");
  const known = SPELLINGS.get(plain);
  if (known) return known;
  if (plain.length < MIN_CORRECTABLE || OTHER_WORDS.has(plain)) return plain;
  return CORRECTABLE.find((candidate) => isOneTypoAway(plain, candidate)) ?? plain;
}

/** Same first letter, and at most one letter left out, added, changed or swapped with its neighbour. */
function isOneTypoAway(word: string, right: string): boolean {
  const at = [...right].findIndex((letter, index) => letter !== word[index]);
  if (at === 0) return false;
  // Where none differs, a letter may have been added at the end.
  if (at < 0) return word.length <= right.length + 1;
  const [rest, rightRest] = [word.slice(at), right.slice(at)];
  return (
    rest.slice(1) === rightRest ||
    rest === rightRest.slice(1) ||
    rest.slice(1) === rightRest.slice(1) ||
    (rest[0] === rightRest[1] && rest[1] === rightRest[0] && rest.slice(2) === rightRest.slice(2))
  );
}
