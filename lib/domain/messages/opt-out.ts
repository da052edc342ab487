import { splitReply, type Word } from "./reply-words";

/**
 * What a contact's answer certainly says about being written to:
 *
 * - `opt_out`: the whole answer asks for no more messages, or for the deletion of the person's data. One of the words
 *   SAIR, PARAR, CANCELAR, STOP, "não quero", or a sentence that says the same as people write it.
 * - `return`: the one word VOLTAR, which takes an opt-out back.
 * - null: anything else. `readAnswer` decides whether to ask a person about it.
 *
 * Case, accents, punctuation, repeated letters and small typos are ignored.
 */
export function classifyReply(text: string): "opt_out" | "return" | null {
  return readRequest(text).reply;
}

/** The same, and what else a text asks for within more words, about which a person decides. */
export function readRequest(text: string): Request {
  if (latest?.text !== text) latest = { text, request: parseRequest(text) };
  return latest.request;
}

/** Whether a text that asks, or may ask, for no more messages also asks for the deletion of the person's data. */
export function asksErasure(words: string): boolean {
  return readRequest(words).erases || /\bLGPD\b/i.test(words);
}

type Request = ReturnType<typeof parseRequest>;
/** The rules and the reader of answers ask of one text in turn. */
let latest: { text: string; request: Request } | undefined;

function parseRequest(text: string) {
  const parts = splitReply(text);
  const all = parts.flat();
  const isReturn = all.map(({ plain }) => plain).join(" ") === "voltar";
  const said = parts.map((part) => withoutRepetition(withoutReproach(part))).filter(Boolean);
  const whole = said.length === 1 ? (said[0] ?? "") : withoutRepetition(withoutReproach(all));
  const asking = said.filter((part) => part.length <= MAX_OPT_OUT_LENGTH && OPT_OUT.test(part));
  // It says nothing else, apart from courtesy, reproach and repetition.
  const isOptOut =
    whole.length <= MAX_OPT_OUT_LENGTH &&
    (OPT_OUT.test(whole) || (asking.length > 0 && asking.length === said.length));
  return {
    reply: isReturn ? ("return" as const) : isOptOut ? ("opt_out" as const) : null,
    /** Whether a sentence or a half of one asks for no more messages. */
    stops: isOptOut || asking.length > 0,
    /** Whether it asks for the deletion of the person's data. */
    erases: parts.some((part) => ERASURE_WITHIN.test(joinMeaning(part))),
  };
}

function withoutReproach(words: readonly Word[]): string {
  const said = words.map(({ plain }) => plain).join(" ");
  return joinMeaning(splitReply(said.replace(REPROACH, " ")).flat());
}

/** "sair sair sair" is "sair", and "nao quero nao quero" is "nao quero". */
function withoutRepetition(meaning: string): string {
  const words = meaning.split(" ");
  for (let period = 1; period <= Math.min(words.length / 2, LONGEST_REPEATED); period += 1) {
    if (words.every((word, at) => word === words[at % period])) {
      return words.slice(0, period).join(" ");
    }
  }
  return meaning;
}

/** The one answer to an opt-out. */
export const OPT_OUT_CONFIRMATION =
  "Pronto: você não vai mais receber mensagens nossas. Se mudar de ideia, responda VOLTAR.";

/** Longer answers are about something. */
const MAX_OPT_OUT_LENGTH = 160;
/** Words of a sentence that may be repeated. */
const LONGEST_REPEATED = 6;

/** Courtesy and address, which change nothing. */
const FILLERS = new Set(
  "oi ola por favor pfv pf pfvr obrigado obrigada obg grato grata ok voce voces vc vcs bom boa dia tarde noite ja ai eu amigo amiga moco moca querido querida gentileza tchau ta to".split(
    " ",
  ),
);

/**
 * Words that an angry contact, or one who asked before, adds: they do not change the request. None of them is part of an
 * ordinary sentence about leaving or stopping ("vai sair hoje?").
 */
const REPROACH = new RegExp(
  `(?<![a-z0-9])(?:${[
    "(?:eu )?(?:ja )?(?:pedi|falei|disse|avisei)(?: (?:mil|varias|muitas|tantas|duas|tres|quatro) vezes)?(?: que)?(?: para| pra)?",
    "(?:mil|quantas|tantas|varias) vezes(?: (?:eu )?(?:preciso|vou) (?:falar|pedir|dizer|repetir))?",
    "pelo amor (?:de )?deus|meu deus|jesus|nossa|credo|poxa|putz|aff|affe|caramba|please|ok",
    "(?:(?:que|seus?|bando de) )?(?:saco|chat[oa]s?|golpistas?|spammers?|ladrao|ladroes|insistentes?|pentelhos?|merda|inferno|droga)",
    "porra|caralho|cacete|pqp|vsf|fdp|puta(?: que pariu)?|desgraca(?:dos?)?",
    "vai se (?:ferrar|danar|foder)|me deixa em paz|faz favor",
    "de novo|outra vez|mais uma vez|toda hora|todo dia|toda semana(?: isso)?",
    "(?:ja )?e a (?:segunda|terceira|quarta|quinta) vez",
    "cansei(?: disso)?|(?:estou|to) (?:cansad[oa]|de saco cheio)(?: disso)?",
    "agora(?: mesmo)?|urgente|imediatamente|logo|viu",
  ].join("|")})(?![a-z0-9])`,
  "g",
);

function joinMeaning(words: readonly Word[]): string {
  return words
    .map(({ corrected }) => corrected)
    .filter((word) => !FILLERS.has(word))
    .join(" ");
}

const MESSAGES = "(?:mais )?(?:nada|mensagem|contato|isso|propaganda|spam|isso mensagem)";
const SENDING = "(?:mandar|enviar|receber|chamar|perturbar|incomodar|encher)";
const LIST =
  "(?:lista|cadastro|base|grupo|transmissao|divulgacao|lista da (?:transmissao|contato|envio|divulgacao))";
/** Of the button that Meta puts under a template of the category MARKETING. */
const OFFERS = "(?:promoc(?:ao|oes)|ofertas?)";
/** "para" alone is also a preposition: "para receber". */
const STOP = "(?:parar(?: da)?|para da)";

const OWN_DATA =
  "(?:da )?(?:todos )?(?:os )?(?:meus dados|minhas informacoes|dados pessoais)(?: pessoais)?";
/** What the law lets a person demand from a business that keeps their data. */
const ERASURE = [
  `(?:(?:a|o|da) )?(?:tirar|exclusao|eliminacao|remocao)(?: imediata)? ${OWN_DATA}`,
  "revog(?:o|ar|amos) (?:o )?(?:meu )?consentimento",
].join("|");
const ERASURE_WITHIN = new RegExp(`(?<!nao)(?:^| )(?:${ERASURE})(?: |$)`);
const BY_LAW = "(?: (?:conforme|segundo|pela|com base na) (?:a )?(?:lei|lgpd)| lgpd)";

/** Over the words as `splitReply` corrects them: masculine, plural and other prepositions are one. */
const OPT_OUT = new RegExp(
  `^(?:${[
    "(?:para |pode |podem |favor |quero )?parar",
    "(?:para )?sair|cancelar|stop|unsubscribe|descadastrar|descadastro",
    "nao quero(?: mais)?",
    `nao quero (?:mais )?(?:receber )?${MESSAGES}(?: da)?`,
    "nao quero (?:mais )?receber(?: mais)?",
    `(?:favor |quero que |pode |podem )?${STOP}(?: me)? ${SENDING}(?: me)?(?: o)?(?: ${MESSAGES})?(?: para mim)?`,
    `(?:quero |pode |podem )?(?:para com|parar(?: com)?) (?:da )?(?:isso|mensagem|isso mensagem)`,
    `quero parar da receber(?: ${MESSAGES})?`,
    `(?:quero |pode |podem )?parar (?:com |da receber )?(?:as? )?${OFFERS}`,
    "stop promotions?",
    `nao (?:me )?${SENDING}(?: mais)?(?: ${MESSAGES})?(?: para mim)?`,
    `nao (?:precisa|pode) (?:me )?${SENDING} mais(?: ${MESSAGES})?`,
    `(?:quero |pode )?(?:me )?(?:sair|tirar|descadastrar)(?: me)?(?: meu (?:numero|contato|nome|cadastro))?(?: da)?(?: da)?(?: ${LIST})?(?: da)?`,
    `quero (?:sair|me descadastrar|cancelar (?:a |minha |o |meu |isso )?(?:inscricao|cadastro|envio|recebimento)(?: da mensagem)?)`,
    "cancelar (?:a |minha |o |meu )?(?:inscricao|cadastro|envio|recebimento)(?: da mensagem)?",
    "chega da mensagem",
    `(?:quero |solicito |exijo |peco |pode |podem |favor )?(?:que )?(?:${ERASURE})(?: ${LIST})?${BY_LAW}?`,
  ].join("|")})$`,
);
