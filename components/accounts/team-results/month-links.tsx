import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { RESULT_MONTHS } from "@/lib/contracts/insights/team-results";
import { shiftMonth } from "@/lib/domain/time/month";
import { formatMonth } from "@/lib/format";
import { monthPath } from "./month-parameter";

/** The month that is shown, between links to the one before and the one after. */
export function MonthLinks({ month, current }: { month: string; current: string }) {
  const oldest = shiftMonth(current, 1 - RESULT_MONTHS);
  return (
    <div className="flex items-center gap-2">
      <MonthLink label="Mês anterior" to={month > oldest ? shiftMonth(month, -1) : null}>
        <ChevronLeft aria-hidden />
      </MonthLink>
      <h2 className="min-w-40 text-center font-semibold text-sm" aria-live="polite">
        {formatMonth(month)}
      </h2>
      <MonthLink label="Mês seguinte" to={month < current ? shiftMonth(month, 1) : null}>
        <ChevronRight aria-hidden />
      </MonthLink>
    </div>
  );
}

/** `to`: null where no further month is told. */
function MonthLink({
  label,
  to,
  children,
}: {
  label: string;
  to: string | null;
  children: ReactNode;
}) {
  const look = { variant: "outline", size: "icon", className: "pointer-coarse:size-11" } as const;
  if (to === null) {
    return (
      <Button {...look} disabled aria-label={label}>
        {children}
      </Button>
    );
  }
  return (
    <Button {...look} asChild>
      <Link href={monthPath(to)} scroll={false} aria-label={label}>
        {children}
      </Link>
    </Button>
  );
}
