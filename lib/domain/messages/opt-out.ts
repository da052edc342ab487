import { splitReply, type Word } from "./reply-words";

/**
 * What a contact's answer says about being written to:
 *
 * - `opt_out`: the whole answer asks for no more messages. One of the words SAIR, PARAR, CANCELAR, STOP, "não quero", or
 *   a sentence that says the same as people write it.
 * - `return`: the one word VOLTAR, which takes an opt-out back.
 * - `complaint`: it may ask for no more messages, or for no more of something ("não me mande mais boletos"): a person
 *   has to decide.
 * - null: it is about something else.
 *
 * Case, accents, punctuation, repeated letters and small typos are ignored.
 */
export function classifyReply(text: string): "opt_out" | "return" | "complaint" | null {
  const parts = splitReply(text.slice(0, MAX_COMPLAINT_LENGTH));
  const words = parts.flat();
  if (words.map(({ plain }) => plain).join(" ") === "voltar") return "return";
  if (text.length <= MAX_OPT_OUT_LENGTH && OPT_OUT.test(joinMeaning(words))) return "opt_out";
  const complains = parts.some((part) => COMPLAINT.test(joinMeaning(part)));
  return complains || NO_INTEREST.test(joinMeaning(words)) ? "complaint" : null;
}

/** The one answer to an opt-out. */
export const OPT_OUT_CONFIRMATION =
  "Pronto: você não vai mais receber mensagens nossas. Se mudar de ideia, responda VOLTAR.";

/** Longer answers are about something. */
const MAX_OPT_OUT_LENGTH = 160;
/** What a longer answer complains about stands in its beginning. */
const MAX_COMPLAINT_LENGTH = 1_000;

/** Courtesy and address, which change nothing. */
const FILLERS = new Set(
  "oi ola por favor pfv pf pfvr obrigado obrigada obg grato grata ok voce voces vc vcs bom boa dia tarde noite ja ai eu amigo amiga moco moca querido querida gentileza tchau ta to".split(
    " ",
  ),
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
/** "para" alone is also a preposition: "para receber". */
const STOP = "(?:parar(?: da)?|para da)";

/** Over the words as `splitReply` corrects them: masculine, plural and other prepositions are one. */
const OPT_OUT = new RegExp(
  `^(?:${[
    "(?:pode |podem )?parar",
    "sair|cancelar|stop|unsubscribe|descadastrar|descadastro",
    "nao quero(?: mais)?",
    `nao quero (?:mais )?(?:receber )?${MESSAGES}(?: da)?`,
    "nao quero (?:mais )?receber(?: mais)?",
    `(?:favor |quero que |pode |podem )?${STOP}(?: me)? ${SENDING}(?: me)?(?: ${MESSAGES})?(?: para mim)?`,
    `(?:quero )?(?:para com|parar(?: com)?) (?:da )?(?:isso|mensagem|isso mensagem)`,
    `quero parar da receber(?: ${MESSAGES})?`,
    `nao (?:me )?${SENDING}(?: mais)?(?: ${MESSAGES})?(?: para mim)?`,
    `nao (?:precisa|pode) (?:me )?${SENDING} mais(?: ${MESSAGES})?`,
    `(?:quero |pode )?(?:me )?(?:sair|tirar|descadastrar)(?: me)?(?: meu (?:numero|contato|nome|cadastro))?(?: da)?(?: da)?(?: ${LIST})?(?: da)?`,
    `quero (?:sair|me descadastrar|cancelar (?:inscricao|cadastro|envio|recebimento)(?: da mensagem)?)`,
    "cancelar (?:a |minha |o |meu )?(?:inscricao|cadastro|envio|recebimento)(?: da mensagem)?",
    "chega da mensagem",
  ].join("|")})$`,
);

const REACHING = "(?:mandar|enviar|receber|chamar|perturbar|incomodar|encher|ligar|escrever)";

/** Somewhere in a sentence, whatever follows: what is not to be sent may be anything. */
const COMPLAINT = new RegExp(
  `(?:^| )(?:${[
    `nao (?:quero |preciso |precisa |pode |podem )?(?:me |nos )?${REACHING} (?:me )?mais`,
    `nao (?:quero|preciso) mais ${REACHING}`,
    `nao (?:quero|aceito) (?:receber|mensagem|propaganda|spam)`,
    `nao me (?:perturbar|incomodar|encher|ligar|escrever|chamar)`,
    `${STOP} (?:me |nos )?${REACHING}`,
    `para com (?:isso|mensagem|propaganda|spam)`,
    `tirar (?:me |o |meu )?(?:meu )?(?:numero|contato|nome|cadastro)`,
    `(?:me tirar|tirar me|sair) da (?:da )?(?:lista|base|transmissao|divulgacao)`,
    "descadastrar",
    "vou te (?:bloquear|denunciar)",
    "vou (?:bloquear|denunciar)(?: isso| seu numero| contato)?$",
  ].join("|")})(?: |$)`,
);

const NO_INTEREST = /(?:^| )(?:nao tenho(?: mais)? interesse|sem interesse|nao me interessa)$/;
