"use client";

import { Download, FileSpreadsheet, FileText } from "lucide-react";
import type { ReactNode } from "react";
import { notifyError } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { endpointUrl } from "@/lib/api/client";
import { MOST_EXPORTED_IDS } from "@/lib/contracts/leads/lead-export";
import type { LeadSort } from "@/lib/domain/leads/lead-list";
import type { LeadFilterTexts } from "./use-lead-params";

interface LeadExportMenuProps {
  /** All leads matching a filter, or the given ids. */
  selected: { filter: LeadFilterTexts } | { lead_ids: string[] };
  /** The order of the table on the screen. */
  order: { sort: LeadSort; direction: "asc" | "desc" };
  size?: "sm" | "md";
  /** There is nothing to export. */
  disabled?: boolean;
  children: ReactNode;
}

const FORMATS = [
  { format: "xlsx", label: "Excel (XLSX)", icon: FileSpreadsheet },
  { format: "csv", label: "CSV", icon: FileText },
] as const;

/** Downloads leads as a file; the browser shows the progress. */
export function LeadExportMenu({
  selected,
  order,
  size = "md",
  disabled = false,
  children,
}: LeadExportMenuProps) {
  function download(format: string) {
    const ids = "lead_ids" in selected ? selected.lead_ids : null;
    if (ids && ids.length > MOST_EXPORTED_IDS) {
      return notifyError("Selecione até 1.000 leads, ou todos.");
    }
    const query = "filter" in selected ? selected.filter : { ids: selected.lead_ids.join(",") };
    const link = document.createElement("a");
    link.href = endpointUrl("/api/leads/export", {}, { format, ...query, ...order });
    link.download = "";
    link.click();
  }

  return (
    <DropdownMenu
      entries={FORMATS.map(({ format, label, icon }) => ({
        kind: "action",
        label,
        icon,
        onSelect: () => download(format),
      }))}
      trigger={
        <Button variant="outline" size={size} disabled={disabled}>
          <Download aria-hidden />
          {children}
        </Button>
      }
    />
  );
}
