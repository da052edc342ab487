import { Badge } from "@/components/ui/badge";
import type { Lead } from "@/lib/contracts/leads/leads";
import { STATUS_LABEL } from "@/lib/domain/registry/registry-labels";
import { labelOf } from "@/lib/domain/text/known-words";

/** Shown when the registry says that the lead's company is not active. */
export function CompanyStatusBadge({ status }: { status: Lead["company_status"] }) {
  if (!status) return null;
  return (
    <Badge tone="danger" title="Situação na Receita Federal">
      {labelOf(STATUS_LABEL, status)}
    </Badge>
  );
}
