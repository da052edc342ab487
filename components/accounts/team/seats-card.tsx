import { PlansLink } from "@/components/session/plans-link";
import { useCan, useSessionUser } from "@/components/session/session-context";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { isPro } from "@/lib/domain/plans/plan";
import { describeSeats } from "@/lib/domain/plans/seats";
import { countOf } from "@/lib/format";

interface SeatsCardProps {
  /** `promised`: to open invitations. Undefined while it is loaded. */
  seats: { used: number; total: number; promised: number } | undefined;
  isFull: boolean;
}

/** How many people may work in the account, and what to do when no more can come. */
export function SeatsCard({ seats, isFull }: SeatsCardProps) {
  const { plan } = useSessionUser();
  const manages = useCan("manager");
  return (
    <Card aria-label="Lugares">
      <CardHeader>
        <CardTitle>Lugares</CardTitle>
        {seats ? (
          <p className="font-medium text-sm tabular-nums">
            {seats.used} de {countOf(seats.total, "lugar", "lugares")}
            {seats.promised > 0 &&
              ` · ${countOf(seats.promised, "em convite aberto", "em convites abertos")}`}
          </p>
        ) : (
          <Skeleton className="h-5 w-24" />
        )}
      </CardHeader>
      <CardContent className="text-sm">
        <Progress
          value={seats ? (seats.used + seats.promised) / Math.max(1, seats.total) : 0}
          tone={isFull ? "neutral" : "gold"}
          label="Lugares ocupados e prometidos"
        />
        {seats && isFull && manages && (
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <p className="min-w-0 text-pretty">{describeSeats(seats.total, plan)}</p>
            {!isPro(plan) && <PlansLink size="sm" />}
          </div>
        )}
      </CardContent>
    </Card>
  );
}
