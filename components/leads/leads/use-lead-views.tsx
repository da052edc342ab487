"use client";

import { useQuery } from "@tanstack/react-query";
import { BookmarkPlus, Settings2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import type { MenuEntry } from "@/components/ui/menu-entry";
import type { LeadViewSettings } from "@/lib/contracts/leads/lead-views";
import { leadViewsQuery } from "./lead-views.queries";

const LeadViewNameDialog = lateDialog(
  async () => (await import("./lead-view-name-dialog")).LeadViewNameDialog,
);
const LeadViewsDialog = lateDialog(
  async () => (await import("./lead-views-dialog")).LeadViewsDialog,
);

/**
 * The person's own views of the table, kept on the server: the lines of a menu that opens and saves them, and the dialog of
 * the line that was chosen. `current`: the table as it is shown now.
 */
export function useLeadViews(
  current: LeadViewSettings,
  onOpen: (settings: LeadViewSettings) => void,
): { entries: MenuEntry[]; dialog: ReactNode } {
  const views = useQuery(leadViewsQuery());
  const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
  const saved: MenuEntry[] = (views.data ?? []).map(({ name, settings }) => ({
    kind: "action",
    label: name,
    onSelect: () => onOpen(settings),
  }));
  const hint = views.isError ? "Não foi possível carregar" : "Nenhuma visão salva";
  const entries: MenuEntry[] = [
    ...(saved.length > 0 ? saved : [{ kind: "label" as const, label: hint }]),
    { kind: "separator" },
    {
      kind: "action",
      label: "Salvar visão atual",
      icon: BookmarkPlus,
      onSelect: () => setDialog("save"),
    },
    ...(saved.length > 0
      ? [
          {
            kind: "action" as const,
            label: "Organizar visões",
            icon: Settings2,
            onSelect: () => setDialog("manage"),
          },
        ]
      : []),
  ];
  return {
    entries,
    dialog: (
      <>
        {dialog === "save" && (
          <LeadViewNameDialog view={null} settings={current} onClose={() => setDialog(null)} />
        )}
        {dialog === "manage" && <LeadViewsDialog onClose={() => setDialog(null)} />}
      </>
    ),
  };
}
