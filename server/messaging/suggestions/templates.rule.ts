import type { Intent } from "./intent.rule";

export interface Suggestion {
  message: string;
  /** How it sounds, in one word. */
  tone: string;
}

/** `{nome}` is the contact's first name with a comma before it, or nothing. */
const TEMPLATES: Record<Exclude<Intent, "opt_out">, Suggestion[]> = {
  no_interest: [
    {
      tone: "Gentil",
      message: "Sem problemas{nome}! Obrigado por responder. Se um dia precisar, é só chamar.",
    },
    { tone: "Direta", message: "Entendido{nome}. Posso perguntar o que vocês usam hoje?" },
    {
      tone: "Formal",
      message: "Agradeço o retorno{nome}. Fico à disposição caso a necessidade mude.",
    },
  ],
  price: [
    {
      tone: "Direta",
      message:
        "Depende do que vocês precisam{nome}. Me conta um pouco e já te passo o valor certo?",
    },
    {
      tone: "Gentil",
      message: "Claro{nome}! Para montar uma proposta justa, quantas pessoas vão usar?",
    },
    {
      tone: "Formal",
      message:
        "Com prazer{nome}. Poderia me dizer o que espera do serviço, para eu preparar o orçamento?",
    },
  ],
  meeting: [
    { tone: "Direta", message: "Combinado{nome}! Qual dia e horário ficam melhores para você?" },
    { tone: "Gentil", message: "Ótima ideia{nome}! Prefere de manhã ou à tarde?" },
    {
      tone: "Formal",
      message: "Perfeito{nome}. Poderia indicar dois horários que funcionem para a sua agenda?",
    },
  ],
  interest: [
    {
      tone: "Gentil",
      message: "Que bom{nome}! Posso te contar como funciona em uma mensagem curta?",
    },
    { tone: "Direta", message: "Ótimo{nome}! O que é mais importante para vocês hoje?" },
    {
      tone: "Formal",
      message:
        "Fico contente com o interesse{nome}. Podemos conversar por dez minutos ainda esta semana?",
    },
  ],
  question: [
    { tone: "Direta", message: "Boa pergunta{nome}. Vou confirmar e já te respondo." },
    { tone: "Gentil", message: "Claro{nome}, explico sim! Você prefere por aqui ou por ligação?" },
    {
      tone: "Formal",
      message:
        "Obrigado pela pergunta{nome}. Para responder bem, poderia me dar um pouco mais de contexto?",
    },
  ],
  greeting: [
    { tone: "Gentil", message: "Oi{nome}, tudo bem? Que bom falar com você!" },
    {
      tone: "Direta",
      message: "Olá{nome}! Posso te explicar em uma mensagem por que entrei em contato?",
    },
    { tone: "Formal", message: "Olá{nome}, obrigado pelo retorno. Como posso ajudar?" },
  ],
  silence: [
    { tone: "Gentil", message: "Oi{nome}, tudo bem? Conseguiu ver minha mensagem?" },
    { tone: "Direta", message: "Olá{nome}! Faz sentido conversarmos esta semana?" },
    { tone: "Formal", message: "Olá{nome}, fico à disposição para esclarecer qualquer dúvida." },
  ],
  other: [
    { tone: "Gentil", message: "Obrigado por responder{nome}! Pode me contar um pouco mais?" },
    { tone: "Direta", message: "Entendi{nome}. Qual seria o próximo passo ideal para você?" },
    { tone: "Formal", message: "Agradeço o retorno{nome}. Como prefere que sigamos?" },
  ],
};

/** Three replies that fit the intent; none for somebody who asks for no more messages. */
export function writeTemplates(intent: Intent, firstName: string | null): Suggestion[] {
  if (intent === "opt_out") return [];
  const name = firstName ? `, ${firstName}` : "";
  return TEMPLATES[intent].map(({ tone, message }) => ({
    tone,
    message: message.replace("{nome}", name),
  }));
}
