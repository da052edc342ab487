import type { api } from "@/lib/contracts";

type Feature = keyof typeof api | "stream";

interface Goal {
  /** Its anchor. */
  id: string;
  title: string;
  intro: string;
  features: readonly Feature[];
}

/** The calls by what somebody wants to do with them, the most frequent first. */
export const GOALS: readonly Goal[] = [
  {
    id: "leads",
    title: "Guardar e organizar leads",
    intro: "Crie, procure, mude e agrupe as empresas com que você trabalha.",
    features: [
      ...([
        "leads",
        "leadBulk",
        "lists",
        "leadHistory",
        "leadMerges",
        "duplicates",
        "leadViews",
      ] as const),
      ...(["board", "stages", "lossReasons", "tags", "ownFields", "tasks"] as const),
      ...(["notes", "leadContacts"] as const),
    ],
  },
  {
    id: "buscas",
    title: "Encontrar empresas",
    intro: "Na web, no mapa e no registro federal. O que é achado vira lead.",
    features: ["searches", "registry", "companies", "radars", "geo"],
  },
  {
    id: "importacao",
    title: "Importar um arquivo",
    intro: "Envie a planilha, escolha as colunas, confira e comece.",
    features: ["imports"],
  },
  {
    id: "conversas",
    title: "Conversar pelo WhatsApp",
    intro: "Leia e responda conversas, com respostas prontas, modelos e sugestões.",
    features: [
      "chat",
      "chatAssignments",
      "chatNotes",
      "chatSearch",
      "chatTemplates",
      "answers",
      "contacts",
      "cannedAnswers",
      "scheduledMessages",
      "suggestions",
    ],
  },
  {
    id: "campanhas",
    title: "Enviar campanhas",
    intro: "Conte o público, envie ou agende, e acompanhe cada destinatário.",
    features: ["campaigns", "campaignTemplates", "activities", "steps", "firstContact"],
  },
  {
    id: "nao-perturbe",
    title: "Respeitar quem não quer receber",
    intro: "Os números para os quais nada mais é enviado.",
    features: ["optOuts", "privacy"],
  },
  {
    id: "resultados",
    title: "Acompanhar resultados",
    intro: "Contagens por dia, por origem e por etapa, e o que acontece agora.",
    features: [
      "today",
      "dashboard",
      "deals",
      "teamResults",
      "eventReports",
      "eventStory",
      "stream",
    ],
  },
  {
    id: "webhooks",
    title: "Receber avisos no seu servidor",
    intro: "Endereços seus que são avisados quando algo acontece.",
    features: ["webhooks"],
  },
  {
    id: "conexao",
    title: "Conectar o WhatsApp",
    intro: "O telefone ou o número da Meta por onde as mensagens saem.",
    features: ["whatsapp", "ownNumbers"],
  },
  {
    id: "conta",
    title: "Cuidar da conta e do acesso",
    intro: "Perfil, equipe, créditos, senha, sessões e tokens.",
    features: [
      "users",
      "signIn",
      "identities",
      "secondFactor",
      "passkeys",
      "team",
      "handovers",
      "turns",
      "accountActions",
      "accountDeletion",
      "accountExports",
      "privacyNotice",
      "credits",
      "apiTokens",
      "sessions",
      "sessionProof",
      "auth",
    ],
  },
  {
    id: "assinatura",
    title: "Ver e mudar a assinatura",
    intro: "O plano, os pagamentos e o portal do Stripe.",
    features: ["subscription", "billing"],
  },
  {
    id: "sistema",
    title: "Saber se está no ar",
    intro: "Para monitores, e para ler esta página como documento.",
    features: ["system"],
  },
  {
    id: "administracao",
    title: "Administrar a instalação",
    intro: "Só para a conta do administrador.",
    features: [
      "admin",
      "recovery",
      "billingAdmin",
      "messagePrices",
      "requiredFactor",
      "sizes",
      "messageTrace",
      "registryImports",
      "registryPartners",
    ],
  },
];
