"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark, BookmarkPlus, Settings2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { MenuEntry } from "@/components/ui/menu-entry";
import type { LeadViewSettings } from "@/lib/contracts/leads/lead-views";
import { leadViewsQuery } from "./lead-views.queries";

const LeadViewNameDialog = dynamic(
  lateDialog(async () => (await import("./lead-view-name-dialog")).LeadViewNameDialog),
);
const LeadViewsDialog = dynamic(
  lateDialog(async () => (await import("./lead-views-dialog")).LeadViewsDialog),
);

interface LeadViewsMenuProps {
  /** The table as it is shown now. */
  current: LeadViewSettings;
  onOpen: (settings: LeadViewSettings) => void;
}

/** The person's own views of the table: opened with one click, kept on the server. */
export function LeadViewsMenu({ current, onOpen }: LeadViewsMenuProps) {
  const views = useQuery(leadViewsQuery());
  const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
  const saved: MenuEntry[] = (views.data ?? []).map(({ name, settings }) => ({
    kind: "action",
    label: name,
    onSelect: () => onOpen(settings),
  }));
  const hint = views.isError ? "Não foi possível carregar" : "Nenhuma visão salva";
  return (
    <>
      <DropdownMenu
        className="w-64"
        entries={[
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
        ]}
        trigger={
          <Button variant="outline" size="lg">
            <Bookmark aria-hidden />
            <span className="max-lg:sr-only">Minhas visões</span>
          </Button>
        }
      />
      {dialog === "save" && (
        <LeadViewNameDialog view={null} settings={current} onClose={() => setDialog(null)} />
      )}
      {dialog === "manage" && <LeadViewsDialog onClose={() => setDialog(null)} />}
    </>
  );
}
