import { Columns3, ListPlus, Merge, Plus, Search, Upload, Zap } from "lucide-react";
import { useState } from "react";
import { leadExportEntries } from "@/components/leads/leads/lead-export-entries";
import type { useLeadParams } from "@/components/leads/leads/use-lead-params";
import { useCan, useSessionUser } from "@/components/session/session-context";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { MoreMenu } from "@/components/shared/layout/more-menu";
import { SMALL_WINDOW, useMediaQuery } from "@/components/shared/state/use-media-query";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import type { MenuEntry } from "@/components/ui/menu-entry";
import { paths } from "@/lib/paths";

const StagesDialog = lateDialog(
  async () => (await import("@/components/leads/leads/stages-dialog")).StagesDialog,
);
const OwnFieldsDialog = lateDialog(
  async () => (await import("@/components/leads/own-fields/own-fields-dialog")).OwnFieldsDialog,
);

type Exported = Pick<ReturnType<typeof useLeadParams>, "filter" | "sort" | "direction">;

interface LeadsActionsProps {
  /** The leads that an export takes. */
  exported: Exported;
  hasLeads: boolean;
  /** Actions for which the bar below has no room on a phone. */
  onPhone: readonly MenuEntry[];
  onCreate: () => void;
  onQuickAdd: () => void;
}

/**
 * The actions in the screen's head. All of them are there from the beginning, so that nothing below moves when the leads
 * are loaded.
 */
export function LeadsActions(props: LeadsActionsProps) {
  const { exported, hasLeads, onPhone, onCreate, onQuickAdd } = props;
  const { filter, sort, direction } = exported;
  const manages = useCan("manager");
  const { seesAll } = useSessionUser();
  const isPhone = useMediaQuery(SMALL_WINDOW);
  const [managed, setManaged] = useState<"stages" | "fields" | null>(null);
  const importLink = (
    <Link href={paths.leadImport}>
      <Upload aria-hidden />
      Importar
    </Link>
  );
  const searchLink = (
    <Link href={paths.pagesSearch}>
      <Search aria-hidden />
      Buscar leads
    </Link>
  );
  return (
    <>
      <MoreMenu
        entries={[
          ...(isPhone
            ? ([
                ...(seesAll ? ([{ kind: "link", link: importLink }] as const) : []),
                { kind: "link", link: searchLink },
              ] satisfies MenuEntry[])
            : []),
          { kind: "action", label: "Adição rápida", icon: Zap, onSelect: onQuickAdd },
          ...(hasLeads
            ? leadExportEntries("Exportar em", { selected: { filter }, order: { sort, direction } })
            : []),
          ...(seesAll
            ? ([
                {
                  kind: "link",
                  link: (
                    <Link href={paths.leadDuplicates}>
                      <Merge aria-hidden />
                      Possíveis duplicados
                    </Link>
                  ),
                },
              ] satisfies MenuEntry[])
            : []),
          ...(manages
            ? ([
                { kind: "separator" },
                {
                  kind: "action",
                  label: "Campos dos leads",
                  icon: ListPlus,
                  onSelect: () => setManaged("fields"),
                },
                {
                  kind: "action",
                  label: "Etapas do funil",
                  icon: Columns3,
                  onSelect: () => setManaged("stages"),
                },
              ] satisfies MenuEntry[])
            : []),
          ...(isPhone ? onPhone : []),
        ]}
      />
      {seesAll && (
        <Button asChild variant="outline" className="max-md:hidden">
          {importLink}
        </Button>
      )}
      <Button asChild variant="outline" className="max-md:hidden">
        {searchLink}
      </Button>
      <Button onClick={onCreate}>
        <Plus aria-hidden />
        Criar lead
      </Button>
      {managed === "fields" && <OwnFieldsDialog onClose={() => setManaged(null)} />}
      {managed === "stages" && <StagesDialog onClose={() => setManaged(null)} />}
    </>
  );
}
