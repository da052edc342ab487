import { useNow } from "@/components/shared/state/use-now";
import { Absent } from "@/components/shared/table/table-cells";
import { Button } from "@/components/ui/button";
import type { Recipient } from "@/lib/contracts/campaigns/activities";
import { nameMoment } from "@/lib/domain/campaigns/activity-standing";
import { describeFollowUp } from "@/lib/domain/campaigns/describe-follow-up";

interface FollowUpCellProps {
  recipient: Recipient;
  onContinue: (followUpId: number) => void;
  onEnd: (followUpId: number) => void;
}

/** Where somebody is in a sequence: what is next and when, or why no more comes. */
export function FollowUpCell({ recipient, onContinue, onEnd }: FollowUpCellProps) {
  const now = useNow();
  const latest = recipient.follow_ups.at(-1);
  if (!latest) return <Absent />;
  const who = recipient.name ?? recipient.number;
  const waits = latest.state === "pending";
  const asked = waits && latest.cause === "reacted";
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5 text-[0.8125rem]">
      <span className="text-pretty">{describeFollowUp(latest, (at) => nameMoment(at, now))}</span>
      {asked && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Continuar a sequência para ${who}`}
          onClick={() => onContinue(latest.id)}
        >
          Continuar
        </Button>
      )}
      {waits && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Encerrar a sequência para ${who}`}
          onClick={() => onEnd(latest.id)}
        >
          Encerrar
        </Button>
      )}
    </span>
  );
}
