import { Info } from "lucide-react";
import type { LeadDetails } from "@/lib/contracts/leads/leads";
import { formatDate, websiteHref, websiteLabel } from "@/lib/format";
import { getEvidenceMethodLabel } from "./lead-labels";

interface EvidenceMarkProps {
  lead: LeadDetails;
  field: string;
  /** The field's name on screen. */
  label: string;
}

/** An icon link to the page where a search found the value; its tooltip says how. */
export function EvidenceMark({ lead, field, label }: EvidenceMarkProps) {
  const evidence = lead.evidence.find((each) => each.field === field);
  if (!evidence) return null;
  const seen = `visto em ${websiteLabel(evidence.url)} em ${formatDate(lead.created_at)}`;
  const how = `${getEvidenceMethodLabel(evidence.method)}, ${Math.round(evidence.confidence * 100)}% de confiança`;
  return (
    <a
      href={websiteHref(evidence.url)}
      target="_blank"
      rel="noreferrer"
      title={`${seen}: ${how}`}
      aria-label={`${label}: ${seen}: ${how}`}
      className="ml-1.5 inline-flex size-5 items-center justify-center rounded align-[-0.2em] text-muted-foreground hover:text-foreground pointer-coarse:size-8"
    >
      <Info className="size-3.5" aria-hidden />
    </a>
  );
}
