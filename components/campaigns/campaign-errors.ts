import { errorText, isError } from "@/lib/error-text";

/** Returns the user-facing text for a campaign that could not start. */
export function getCampaignErrorText(error: unknown): string {
  if (isError(error, "invalid_whatsapp_number")) {
    return "Erro: Formato de número WhatsApp inválido encontrado. Verifique os leads cadastrados.";
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
  return `Erro ao enviar mensagem: ${errorText(error)}`;
}
