import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";

export async function copyNumber(shown: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(shown);
    notifySuccess("Número copiado.");
  } catch {
    notifyError("Não foi possível copiar o número.");
  }
}
