import type { TemplateUnusable } from "./whatsapp-template";

/** The purpose of a template: it decides the price, and whether the contact must have allowed it. */
export const TEMPLATE_CATEGORY_LABEL: Readonly<Record<string, string>> = {
  MARKETING: "Marketing",
  UTILITY: "Utilidade",
  AUTHENTICATION: "Autenticação",
  SERVICE: "Atendimento",
};

export const TEMPLATE_STATUS_LABEL: Readonly<Record<string, string>> = {
  APPROVED: "Aprovado",
  PENDING: "Em análise",
  IN_APPEAL: "Em recurso",
  REJECTED: "Rejeitado",
  PAUSED: "Pausado",
  DISABLED: "Desativado",
  FLAGGED: "Em risco",
  LIMIT_EXCEEDED: "Acima do limite",
  PENDING_DELETION: "Será excluído",
  DELETED: "Excluído",
  ARCHIVED: "Arquivado",
};

export const TEMPLATE_QUALITY_LABEL: Readonly<Record<string, string>> = {
  GREEN: "Qualidade alta",
  YELLOW: "Qualidade média",
  RED: "Qualidade baixa",
};

export const TEMPLATE_UNUSABLE_LABEL: Readonly<Record<TemplateUnusable, string>> = {
  media_header: "Ainda não pode ser usado aqui: o cabeçalho tem um arquivo.",
  button: "Ainda não pode ser usado aqui: tem um botão que não é de resposta, link ou telefone.",
  form: "Ainda não pode ser usado aqui: tem uma forma que não é só de palavras.",
};

/** A flagged template may still be sent until Meta decides. */
export function isSendable(status: string): boolean {
  return status === "APPROVED" || status === "FLAGGED";
}

/** Only offers need a separate permission. */
export function needsOptIn(category: string): boolean {
  return category === "MARKETING";
}
