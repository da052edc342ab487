import { Undo2 } from "lucide-react";
import { useUndoStart } from "@/components/campaigns/editor/use-undo-start";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { nameMoment } from "@/lib/domain/campaigns/activity-standing";
import { countOf } from "@/lib/format";

const SECOND_MS = 1_000;

/** Shown until a newly started campaign sends its first message: the time of that message, and an undo. */
export function UndoStrip({ activity: { id, next_send_at } }: { activity: Activity }) {
  const undo = useUndoStart();
  const now = useNow(SECOND_MS);
  return (
    <section
      aria-label="Início da campanha"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl border border-border bg-card px-4 py-2.5 text-sm shadow-card print:hidden"
    >
      <p className="tabular-nums">{describeFirst(next_send_at, now)}</p>
      <Button variant="outline" size="sm" loading={undo.isPending} onClick={() => undo.mutate(id)}>
        {!undo.isPending && <Undo2 aria-hidden />}
        Desfazer
      </Button>
    </section>
  );
}

function describeFirst(at: string | null, now: Date): string {
  const seconds = at === null ? 0 : Math.ceil((Date.parse(at) - now.getTime()) / SECOND_MS);
  if (at === null || seconds <= 0) return "A primeira mensagem está saindo.";
  // Outside the sending hours it takes more than seconds.
  return seconds > 120
    ? `A primeira mensagem sai ${nameMoment(at, now)}.`
    : `A primeira mensagem sai em ${countOf(seconds, "segundo", "segundos")}.`;
}
