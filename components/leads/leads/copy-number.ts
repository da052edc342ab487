import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { copyText } from "@/components/shared/state/copy-text";

export async function copyNumber(shown: string): Promise<void> {
  try {
    await copyText(shown);
    notifySuccess("Número copiado.");
  } catch {
    notifyError("Não foi possível copiar o número.");
  }
}
