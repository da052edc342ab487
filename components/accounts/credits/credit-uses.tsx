import { cn } from "@/components/ui/cn";
import type { CreditUse } from "@/lib/contracts/accounts/credits";
import { countOf, formatDateTime } from "@/lib/format";
import { getCreditActionLabel } from "./credit-actions";

/** A list of credit uses, in the given order. */
export function CreditUses({ uses, className }: { uses: CreditUse[]; className: string }) {
  return (
    <ul className={cn("divide-y divide-border text-sm", className)}>
      {uses.map((use) => (
        <li
          key={use.id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2"
        >
          <span className="min-w-0 truncate">{getCreditActionLabel(use.action)}</span>
          <span className="flex shrink-0 items-baseline gap-3 tabular-nums">
            <span className="font-medium">{countOf(use.credits_used, "crédito", "créditos")}</span>
            <time dateTime={use.created_at} className="text-muted-foreground">
              {formatDateTime(use.created_at)}
            </time>
          </span>
        </li>
      ))}
    </ul>
  );
}
