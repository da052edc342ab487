import { formatNumber } from "@/lib/format";
import { isPro, type Plan } from "./plan";

export type Quota =
  | "leads"
  | "lists"
  | "imports"
  | "media_bytes"
  | "blocked_numbers"
  | "own_numbers";

const GB = 1024 ** 3;

/**
 * How much an account may store, and have under way. Far above what honest use needs: they keep one account from
 * filling what all share. What existed before stays, and can be read.
 */
const QUOTAS: Record<"free" | "pro", Record<Quota, number>> = {
  free: {
    leads: 20_000,
    lists: 1_000,
    imports: 3,
    media_bytes: 2 * GB,
    blocked_numbers: 100_000,
    own_numbers: 1,
  },
  pro: {
    leads: 1_000_000,
    lists: 20_000,
    imports: 10,
    media_bytes: 50 * GB,
    blocked_numbers: 2_000_000,
    own_numbers: 5,
  },
};

export function getQuota(plan: Plan, quota: Quota): number {
  return QUOTAS[isPro(plan) ? "pro" : "free"][quota];
}

const SENTENCES: Record<Quota, (most: string) => string> = {
  leads: (most) =>
    `Sua base chegou ao limite de ${most} leads do seu plano. Exclua leads que você não usa para continuar.`,
  lists: (most) =>
    `Você chegou ao limite de ${most} listas do seu plano. Exclua listas que você não usa para continuar.`,
  imports: (most) =>
    `Você já tem ${most} importações em andamento. Espere uma terminar para começar outra.`,
  media_bytes: (most) =>
    `Seus arquivos chegaram ao limite de ${most} do seu plano. Os mais antigos são apagados com o tempo.`,
  own_numbers: (most) =>
    most === "1"
      ? "Seu plano tem um número de WhatsApp. Com o plano PRO você conecta até 5."
      : `Seu plano tem até ${most} números de WhatsApp.`,
  blocked_numbers: (most) => `Você chegou ao limite de ${most} números bloqueados do seu plano.`,
};

/** The sentence for a person who has reached a quota. */
export function describeQuota(plan: Plan, quota: Quota): string {
  const most = getQuota(plan, quota);
  return SENTENCES[quota](quota === "media_bytes" ? `${most / GB} GB` : formatNumber(most));
}
