import { useSessionUser } from "@/components/session/session-context";
import { isPro } from "@/lib/domain/plans/plan";

/** The price of new leads, to append to a sentence; nothing for a plan that pays no credits. */
export function useCreditRule(): "" | " Cada lead novo com contato usa 1 crédito." {
  return isPro(useSessionUser().plan) ? "" : " Cada lead novo com contato usa 1 crédito.";
}
