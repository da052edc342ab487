import { useSessionUser } from "@/components/session/session-context";
import { isPro } from "@/lib/domain/plans/plan";

/** What new leads cost, behind what is said before it; nothing for a plan that pays no credits. */
export function useCreditRule(): "" | " Cada lead novo com contato usa 1 crédito." {
  return isPro(useSessionUser().plan) ? "" : " Cada lead novo com contato usa 1 crédito.";
}
