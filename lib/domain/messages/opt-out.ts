/**
 * Whether a whole answer asks for no more messages: one of the words SAIR, PARAR, CANCELAR, STOP, "não quero", or a
 * sentence that says the same as people write it. Case, accents, punctuation, repeated letters and small typos are
 * ignored. A sentence about something else that contains such a word is none.
 */
export function isOptOut(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const words = splitWords(text).map(correct);
  return OPT_OUT.test(words.filter((word) => !FILLERS.has(word)).join(" "));
}

/** Longer answers are about something. */
const MAX_LENGTH = 160;

const SPELLINGS: Readonly<Record<string, string>> = {
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
  pare: "para",
  parem: "para",
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
  apagar: "tirar",
  descadastre: "descadastrar",
  descadastra: "descadastrar",
  descadastrem: "descadastrar",
  chame: "chamar",
  chama: "chamar",
  chamem: "chamar",
  perturbe: "perturbar",
  perturba: "perturbar",
  incomode: "incomodar",
  incomoda: "incomodar",
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
};

/** Courtesy and address, which change nothing. */
const FILLERS = new Set(
  "oi ola por favor pfv pf pfvr obrigado obrigada obg grato grata ok voce voces vc vcs bom boa dia tarde noite ja ai eu amigo amiga moco moca querido querida gentileza tchau ta to".split(
    " ",
  ),
);

const MESSAGES = "(?:mais )?(?:nada|mensagem|contato|isso|propaganda|spam|isso mensagem)";
const SENDING = "(?:mandar|enviar|receber|chamar|perturbar|incomodar|encher)";
const LIST =
  "(?:lista|cadastro|base|grupo|transmissao|divulgacao|lista da (?:transmissao|contato|envio|divulgacao))";

/** Over the words as `correct` leaves them: masculine, plural and other prepositions are one. */
const OPT_OUT = new RegExp(
  `^(?:${[
    "sair|parar|cancelar|stop|unsubscribe|descadastrar|descadastro",
    "nao quero(?: mais)?",
    `nao quero (?:mais )?(?:receber )?${MESSAGES}(?: da)?`,
    "nao quero (?:mais )?receber(?: mais)?",
    `(?:favor |quero que |pode |podem )?para(?:r)?(?: da)?(?: me)? ${SENDING}(?: me)?(?: ${MESSAGES})?(?: para mim)?`,
    `(?:quero )?(?:para|parar)(?: com)? (?:da )?(?:isso|mensagem|isso mensagem)`,
    `quero parar da receber(?: ${MESSAGES})?`,
    `nao (?:me )?${SENDING}(?: mais)?(?: ${MESSAGES})?(?: para mim)?`,
    `nao (?:precisa|pode) (?:me )?${SENDING} mais(?: ${MESSAGES})?`,
    `(?:quero |pode )?(?:me )?(?:sair|tirar|descadastrar)(?: me)?(?: meu (?:numero|contato|nome|cadastro))?(?: da)?(?: da)?(?: ${LIST})?(?: da)?`,
    `quero (?:sair|me descadastrar|cancelar (?:inscricao|cadastro|envio|recebimento)(?: da mensagem)?)`,
    "cancelar (?:a |minha |o |meu )?(?:inscricao|cadastro|envio|recebimento)(?: da mensagem)?",
    "chega da mensagem",
  ].join("|")})$`,
);

/** Words of the sentences above that are long enough to be recognised with one letter wrong. */
const CORRECTABLE = [
  ...[
    "mensagem",
    "mandar",
    "enviar",
    "receber",
    "cancelar",
    "quero",
    "parar",
    "lista",
    "tirar",
    "numero",
  ],
  ...["descadastrar", "cadastro", "contato", "perturbar", "incomodar", "inscricao"],
];
const MIN_CORRECTABLE = 5;

function splitWords(text: string): string[] {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

function correct(word: string): string {
  const plain = word.replace(/([a-z])\1{2,}/g, "$1");
  const known = SPELLINGS[plain];
  if (known && Object.hasOwn(SPELLINGS, plain)) return known;
  if (plain.length < MIN_CORRECTABLE) return plain;
  return CORRECTABLE.find((candidate) => isOneTypoAway(plain, candidate)) ?? plain;
}

/** Same first letter, and one letter left out, added, changed or swapped with its neighbour. */
function isOneTypoAway(word: string, right: string): boolean {
  if (word === right) return true;
  if (word[0] !== right[0] || Math.abs(word.length - right.length) > 1) return false;
  let same = 1;
  while (same < word.length && word[same] === right[same]) same += 1;
  const [rest, rightRest] = [word.slice(same), right.slice(same)];
  return (
    rest.slice(1) === rightRest ||
    rest === rightRest.slice(1) ||
    rest.slice(1) === rightRest.slice(1) ||
    (rest[0] === rightRest[1] && rest[1] === rightRest[0] && rest.slice(2) === rightRest.slice(2))
  );
}
