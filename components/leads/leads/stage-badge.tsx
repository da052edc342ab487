import { CircleAlert } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import { STATUS_MEANING } from "@/lib/domain/leads/stages";
import { labelOf, lookUp } from "@/lib/domain/text/known-words";
import { LEAD_STATUS_LABEL } from "./lead-labels";
import { STAGE_TONE } from "./stage-choice";
import { useStages } from "./stages.queries";

/** Before the stages have come. */
const TONE: Record<LeadStatus, Tone> = {
  pending: "neutral",
  new: "neutral",
  contacted: "info",
  sent: "info",
  answered: "success",
  responded: "success",
  closed: "gold",
  failed: "danger",
  opted_out: "danger",
};

/** A lead's stage, or that nobody may contact it. A last attempt that failed is a mark next to the stage. */
export function StageBadge({ lead }: { lead: { status: LeadStatus; stage_id: number } }) {
  const { status, stage_id } = lead;
  const stage = useStages().find(({ id }) => id === stage_id);
  if (!stage || status === "opted_out") {
    const title = stage && `Etapa: ${stage.name}`;
    return (
      <Badge tone={lookUp(TONE, status, "neutral")} data-status={status} title={title}>
        {labelOf(LEAD_STATUS_LABEL, status)}
      </Badge>
    );
  }
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <Badge
        tone={STAGE_TONE[stage.colour]}
        data-status={status}
        title={stage.name}
        className="min-w-0 shrink"
      >
        <span className="truncate">{stage.name}</span>
      </Badge>
      <StatusMark status={status} />
    </span>
  );
}

/** A status that is not a stage: the last attempt failed, or the server is newer and has an unknown status. */
export function StatusMark({ status }: { status: LeadStatus }) {
  if (!(status in STATUS_MEANING)) return <Badge>{labelOf(LEAD_STATUS_LABEL, status)}</Badge>;
  if (status !== "failed") return null;
  return (
    <span title="O último envio falhou" className="shrink-0 text-danger-text">
      <CircleAlert className="size-4" aria-hidden />
      <span className="sr-only">{LEAD_STATUS_LABEL.failed}</span>
    </span>
  );
}
