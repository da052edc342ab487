import type { AnswerKind } from "./answer-kinds";

/** The groups of waiting answers, the warmest first. */
export const ANSWER_GROUPS = ["talk", "questions", "later", "decide", "automatic"] as const;
export type AnswerGroup = (typeof ANSWER_GROUPS)[number];

export const ANSWER_GROUP_LABEL: Record<AnswerGroup, string> = {
  talk: "Querem conversar",
  questions: "Perguntas",
  later: "Depois",
  decide: "Para decidir",
  automatic: "Respostas automáticas",
};

/** A person has to decide about answers that are in no other group, or whose meaning is unknown. */
export const GROUP_OF_ANSWER: Record<AnswerKind, AnswerGroup> = {
  interested: "talk",
  meeting: "talk",
  question: "questions",
  not_now: "later",
  automatic: "automatic",
  opt_out: "decide",
  not_interested: "decide",
  wrong_person: "decide",
  thanks: "decide",
  unclear: "decide",
};

/** As they are counted and chosen from. */
export const ANSWERS_BY_WARMTH: readonly AnswerKind[] = [
  ...(["interested", "meeting", "question", "not_now", "thanks", "unclear"] as const),
  ...(["wrong_person", "not_interested", "opt_out", "automatic"] as const),
];

/** Answers whose sender wants to hear more. */
export const WARM_ANSWERS: readonly AnswerKind[] = ["interested", "question", "meeting"];

/** As a person reads and chooses them. */
export const ANSWER_LABEL: Record<AnswerKind, string> = {
  interested: "Tem interesse",
  question: "Pergunta ou preço",
  meeting: "Quer marcar",
  not_now: "Agora não",
  not_interested: "Sem interesse",
  wrong_person: "Pessoa errada",
  opt_out: "Pede para sair",
  automatic: "Resposta automática",
  thanks: "Agradece",
  unclear: "Não está claro",
};
