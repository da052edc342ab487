import { FileSpreadsheet, FileText } from "lucide-react";
import { notifyError } from "@/components/shared/feedback/notify";
import type { MenuEntry } from "@/components/ui/menu-entry";
import { endpointUrl } from "@/lib/api/client";
import { MOST_EXPORTED_IDS } from "@/lib/contracts/leads/lead-export";
import type { LeadSort } from "@/lib/domain/leads/lead-list";
import type { LeadFilterTexts } from "./lead-params";

export interface ExportedLeads {
  /** All leads matching a filter, or the given ids. */
  selected: { filter: LeadFilterTexts } | { lead_ids: string[] };
  /** The order of the table on the screen. */
  order: { sort: LeadSort; direction: "asc" | "desc" };
}

const FORMATS = [
  { format: "xlsx", name: "Excel (XLSX)", icon: FileSpreadsheet },
  { format: "csv", name: "CSV", icon: FileText },
] as const;

/** A menu's lines that download leads as a file; the browser shows the progress. `verb`: "Exportar em". */
export function leadExportEntries(verb: string, exported: ExportedLeads): MenuEntry[] {
  return FORMATS.map(({ format, name, icon }) => ({
    kind: "action",
    label: `${verb} ${name}`,
    icon,
    onSelect: () => download(format, exported),
  }));
}

function download(format: string, { selected, order }: ExportedLeads): void {
  const ids = "lead_ids" in selected ? selected.lead_ids : null;
  if (ids && ids.length > MOST_EXPORTED_IDS) {
    notifyError("Selecione até 1.000 leads, ou todos.");
    return;
  }
  const query = "filter" in selected ? selected.filter : { ids: selected.lead_ids.join(",") };
  const link = document.createElement("a");
  link.href = endpointUrl("/api/leads/export", {}, { format, ...query, ...order });
  link.download = "";
  link.click();
}
