import type { CreditStatus } from "@/lib/contracts/accounts/credits";
import { countOf } from "@/lib/format";
import { getCreditLevel } from "./credit-level";
import { UpgradePrompt } from "./upgrade-prompt";

/** The credit balance, shown above forms that spend credits. */
export function CreditsBanner({ credits }: { credits: CreditStatus | undefined }) {
  // Its line keeps its place, so that the form below does not move.
  if (!credits) return <div className="mb-4 h-5" />;
  const level = getCreditLevel(credits);
  const { remaining_credits, daily_limit, reserved_credits } = credits;
  return (
    <div className="mb-4 space-y-3" role="status">
      <p className="text-muted-foreground text-sm tabular-nums">
        {level === "unlimited"
          ? "Leads ilimitados"
          : `${remaining_credits} de ${countOf(daily_limit, "crédito restante", "créditos restantes")} hoje`}
        {level !== "unlimited" &&
          reserved_credits > 0 &&
          ` · ${countOf(reserved_credits, "reservado por busca em andamento", "reservados por buscas em andamento")}`}
      </p>
      <UpgradePrompt level={level} />
    </div>
  );
}
