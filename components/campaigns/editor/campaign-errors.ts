import { errorText, isError } from "@/lib/error-text";

/** Returns the user-facing text for a campaign that could not start or be scheduled. */
export function getCampaignErrorText(error: unknown, scheduled: boolean): string {
  if (isError(error, "invalid_whatsapp_number")) {
    return "Erro: Formato de número WhatsApp inválido encontrado. Verifique os leads cadastrados.";
  }
  if (isError(error, "outcome_unknown")) {
    return "Não sabemos se a campanha foi criada. Confira em Atividades antes de tentar de novo.";
  }
  if (isError(error, "prospecting_active")) {
    return "Já tem uma prospecção em andamento, aguarde até que ela termine para iniciar outra!";
  }
  if (isError(error, "pro_required")) {
    return `${errorText(error)} Faça upgrade para o plano PRO para acessar.`;
  }
  if (isError(error, "insufficient_credits")) {
    return error.creditsInfo?.plan === "free"
      ? "Créditos insuficientes. Faça upgrade para o plano PRO para mais créditos!"
      : "Créditos insuficientes. Aguarde o reset diário ou entre em contato com o suporte.";
  }
  const action = scheduled ? "agendar prospecção" : "enviar mensagem";
  return `Erro ao ${action}: ${errorText(error)}`;
}
