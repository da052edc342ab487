import { Badge, type Tone } from "@/components/ui/badge";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import { labelOf, lookUp } from "@/lib/domain/text/known-words";
import { LEAD_STATUS_LABEL } from "./lead-labels";

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

export function LeadStatusBadge({ status }: { status: LeadStatus }) {
  return (
    <Badge tone={lookUp(TONE, status, "neutral")} data-status={status}>
      {labelOf(LEAD_STATUS_LABEL, status)}
    </Badge>
  );
}
