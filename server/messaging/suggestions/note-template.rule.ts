import type { Intent } from "./intent.rule";

const APPROACH: Record<Intent, string> = {
  opt_out: "Pediu para não receber mensagens: não escreva mais.",
  no_interest: "Disse que não tem interesse agora: agradeça e volte em outro momento.",
  price: "Perguntou o preço: entenda a necessidade antes de passar um valor.",
  meeting: "Falou em conversar ou agendar: proponha dois horários.",
  question: "Fez uma pergunta: responda antes de oferecer qualquer coisa.",
  interest: "Mostrou interesse: combine o próximo passo.",
  greeting: "Respondeu ao cumprimento: conte em uma frase por que escreveu.",
  silence: "Ainda não respondeu: comece com uma mensagem curta e uma pergunta.",
  other: "Já respondeu: leia a conversa e continue dela.",
};

interface NotedLead {
  cnae: string | null;
  city: string | null;
  state: string | null;
}

/** Our own note about a lead: its activity, its place, the person to ask for, and what to do after the latest message. */
export function writeNoteTemplate(
  { cnae, city, state }: NotedLead,
  person: string | null,
  intent: Intent,
): string {
  const place = [city, state].filter(Boolean).join("/");
  return [
    cnae && `Atividade: ${cnae}.`,
    place && `Fica em ${place}.`,
    intent === "opt_out"
      ? null
      : person
        ? `Fale com ${person}.`
        : "Pergunte quem decide sobre o assunto.",
    APPROACH[intent],
  ]
    .filter(Boolean)
    .join(" ");
}
