import { classifyReply } from "@/lib/domain/messages/opt-out";

/** What a contact's latest words are after. */
export type Intent =
  | "opt_out"
  | "no_interest"
  | "price"
  | "meeting"
  | "question"
  | "interest"
  | "greeting"
  | "silence"
  | "other";

/** In this order: "não tenho interesse" also holds "interesse", and "quanto custa?" is a question too. */
const PATTERNS: [Intent, RegExp][] = [
  [
    "no_interest",
    /\b(?:nao (?:tenho|temos|ha) (?:mais )?interesse|sem interesse|nao preciso|nao precisamos|ja (?:temos|tenho)|agora nao)\b/,
  ],
  [
    "price",
    /\b(?:preco|precos|valor|valores|quanto (?:custa|fica|sai|e)|orcamento|caro|desconto)\b/,
  ],
  ["meeting", /\b(?:reuniao|ligar|ligacao|me liga|visita|agendar|marcar|horario)\b/],
  [
    "interest",
    /\b(?:tenho interesse|me interessa|interessante|quero saber|manda|pode mandar|vamos|sim|claro|gostei)\b/,
  ],
  ["question", /\?|\b(?:como|qual|quais|quando|onde|quem|o que)\b/],
  ["greeting", /^(?:oi+|ola|opa|bom dia|boa tarde|boa noite|tudo bem)\b/],
];

/** Longer words are read from their beginning. */
const MAX_READ = 1_000;

/**
 * Whether the contact's latest words, which are one or more messages in a row, ask for no more messages, or may do so:
 * thanks after the request leave it standing, the one word VOLTAR takes it back. `texts`: oldest first.
 */
export function asksToLeave(texts: readonly string[]): boolean {
  const said = texts.map(classifyReply).findLast((reply) => reply !== null);
  return said === "opt_out" || said === "complaint";
}

/** Reads the contact's latest words; null when they have written none. */
export function readIntent(words: string | null): Intent {
  if (words === null) return "silence";
  const reply = classifyReply(words);
  if (reply === "opt_out" || reply === "complaint") return "opt_out";
  const plain = words
    .slice(0, MAX_READ)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .trim();
  return PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0] ?? "other";
}
