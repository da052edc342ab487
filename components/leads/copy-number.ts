import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { formatKeptNumber } from "@/lib/domain/phone/phone";

export async function copyNumber(digits: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(formatKeptNumber(digits));
    notifySuccess("Número copiado.");
  } catch {
    notifyError("Não foi possível copiar o número.");
  }
}
