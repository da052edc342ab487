import { Gem } from "lucide-react";
import { PlansLink } from "@/components/session/plans-link";
import { PRO_DAILY_LIMIT } from "@/lib/domain/plans/plan";
import type { CreditLevel } from "./credit-level";

/** Offers the upgrade to free accounts with few credits left today; renders nothing otherwise. */
export function UpgradePrompt({ level }: { level: CreditLevel | undefined }) {
  if (level !== "low" && level !== "exhausted") return null;
  return (
    <aside
      aria-label="Plano PRO"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-xl border border-primary/40 bg-primary-soft px-4 py-3"
    >
      <div className="flex min-w-0 items-start gap-3">
        <Gem className="mt-0.5 size-4 shrink-0 text-primary-text" aria-hidden />
        <div className="min-w-0 text-sm">
          <p className="font-semibold">
            {level === "exhausted"
              ? "Seus créditos de hoje acabaram"
              : "Seus créditos de hoje estão acabando"}
          </p>
          <p className="text-pretty text-muted-foreground">
            Eles se renovam à meia-noite. No PRO são {PRO_DAILY_LIMIT} créditos por dia, 10x mais.
          </p>
        </div>
      </div>
      <PlansLink size="sm" />
    </aside>
  );
}
