"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  Building2,
  Circle,
  Globe,
  ListPlus,
  type LucideIcon,
  Merge,
  ScanSearch,
  Send,
  SquarePen,
  Tag,
  Tags,
  Trash2,
  UserRound,
  X,
} from "lucide-react";
import { useState } from "react";
import { useUndoableEdit } from "@/components/leads/edits/use-undoable-edit";
import { useSessionUser } from "@/components/session/session-context";
import { useTeam } from "@/components/session/team.queries";
import { useCreateCampaign } from "@/components/session/use-create-campaign";
import { confirmToast, notifyInfo, notifySuccess } from "@/components/shared/feedback/notify";
import { MoreMenu } from "@/components/shared/layout/more-menu";
import { useMediaQuery } from "@/components/shared/state/use-media-query";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { MenuEntry } from "@/components/ui/menu-entry";
import { CAMPAIGN_MAX_LEADS } from "@/lib/domain/campaigns/campaign";
import { MOST_MERGED } from "@/lib/domain/leads/lead-merge";
import { countOf, formatNumber } from "@/lib/format";
import { type ExportedLeads, leadExportEntries } from "./lead-export-entries";
import { LeadSelectionDialog, type SelectionDialog } from "./lead-selection-dialog";
import { leadMutations } from "./leads.queries";
import { listStageChoices, toStageChange } from "./stage-choice";
import { useStages } from "./stages.queries";
import type { LeadSelection } from "./use-lead-selection";

/** Where the bar has room for three buttons: Tailwind's `xl`. */
const WIDE_ENOUGH = "(min-width: 80rem)";

/** From here on a click is not enough to delete. */
const MANY = 1_000;

interface LeadSelectionBarProps {
  selection: LeadSelection;
  order: ExportedLeads["order"];
  total: number;
  capped: boolean;
}

/** Bulk actions on the selected leads. */
export function LeadSelectionBar({ selection, order, total, capped }: LeadSelectionBarProps) {
  const client = useQueryClient();
  const stages = useStages();
  const notifyUndoable = useUndoableEdit();
  const [dialog, setDialog] = useState<SelectionDialog | null>(null);
  const campaigns = useCreateCampaign();
  const { isTeam } = useTeam();
  const isWide = useMediaQuery(WIDE_ENOUGH);
  const { seesAll } = useSessionUser();
  const mergeable =
    seesAll && !selection.all && selection.count >= 2 && selection.count <= MOST_MERGED;

  const remove = useMutation({
    ...leadMutations.removeSelected(client),
    onSuccess: ({ deleted }) => {
      notifySuccess(`${formatNumber(deleted)} lead(s) excluído(s) com sucesso!`);
      selection.clear();
    },
    meta: { failure: () => "Erro ao excluir leads!" },
  });
  const setStatus = useMutation({
    ...leadMutations.setStatusOfSelected(client),
    onSuccess: ({ updated, locked, undo_id }) => {
      const kept = `${formatNumber(locked)} ficaram como estavam: pediram para não receber mensagens.`;
      notifyUndoable(
        `${formatNumber(updated)} lead(s) atualizado(s) com sucesso!`,
        undo_id,
        locked > 0 ? { description: kept } : {},
      );
      selection.clear();
    },
  });
  const checkSites = useMutation({
    ...leadMutations.checkSites(),
    onSuccess: ({ queued, waiting }) => {
      if (waiting === 0 && queued === 0) {
        notifyInfo("Nenhum dos leads selecionados tem site próprio.");
        return;
      }
      notifySuccess(`${countOf(waiting, "site na fila", "sites na fila")} para verificar`, {
        description: "A situação de cada um aparece no lead assim que fica pronta.",
      });
      selection.clear();
    },
  });
  /** More than a campaign takes by their ids are put in a list first. */
  function createCampaign() {
    const { lead_ids = [] } = selection.body;
    if (selection.all || lead_ids.length > CAMPAIGN_MAX_LEADS) {
      if (campaigns.isAllowed()) setDialog("campaign-list");
    } else campaigns.forLeads(lead_ids.map(Number));
  }
  const busy = remove.isPending || setStatus.isPending;
  const more = selection.all && capped ? "mais de " : "";
  const count = `${more}${formatNumber(selection.count)}`;

  const question = `Tem certeza que deseja excluir ${more}${countOf(selection.count, "lead selecionado", "leads selecionados")}?`;
  const askToast = () => confirmToast(question, () => remove.mutate(selection.body));

  const stageEntries: MenuEntry[] = listStageChoices(stages).map(({ value, label }) => ({
    kind: "action",
    label,
    icon: Circle,
    onSelect: () => setStatus.mutate({ ...selection.body, ...toStageChange(value) }),
  }));
  const ask = (label: string, icon: LucideIcon, asked: SelectionDialog): MenuEntry => ({
    kind: "action",
    label,
    icon,
    onSelect: () => setDialog(asked),
  });

  return (
    <>
      <section
        aria-label="Leads selecionados"
        className="flex shrink-0 items-center gap-x-2 border-border bg-primary-soft px-3 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:flex-wrap max-md:border-t max-md:pt-1 max-md:pb-2 max-md:shadow-popover md:mb-3 md:h-10 md:rounded-lg md:border"
      >
        <p
          className="mr-1 flex min-h-10 items-center gap-1 whitespace-nowrap text-sm"
          aria-live="polite"
        >
          <strong className="font-semibold tabular-nums">{count}</strong>{" "}
          {selection.count === 1 ? "selecionado" : "selecionados"}
        </p>
        {!selection.all && total > selection.count && (
          <Button
            variant="link"
            size="inline"
            className="min-h-10 min-w-0 shrink"
            onClick={selection.selectAll}
          >
            <span className="truncate">
              Selecionar todos os {capped && "mais de "}
              {formatNumber(total)}
            </span>
          </Button>
        )}
        {/* On a phone the first line is for what is selected, the second for what to do with it. */}
        <div className="flex items-center gap-2 max-md:order-last max-md:basis-full md:ml-auto">
          <Button size="sm" disabled={busy} className="max-md:flex-1" onClick={createCampaign}>
            <Send aria-hidden />
            Criar campanha
          </Button>
          <DropdownMenu
            entries={stageEntries}
            trigger={
              <Button
                variant="outline"
                size="sm"
                className="max-xl:hidden"
                loading={setStatus.isPending}
                disabled={busy}
              >
                {!setStatus.isPending && <Tag aria-hidden />}
                Alterar status
              </Button>
            }
          />
          <Button
            variant="outline"
            size="sm"
            className="max-xl:hidden"
            disabled={busy}
            onClick={() => setDialog("list")}
          >
            <ListPlus aria-hidden />
            Adicionar à lista
          </Button>
          <MoreMenu
            size="sm"
            loading={busy || checkSites.isPending}
            disabled={busy}
            entries={[
              ...(isWide
                ? []
                : ([
                    { kind: "label", label: "Alterar status" },
                    ...stageEntries,
                    { kind: "separator" },
                    ask("Adicionar à lista", ListPlus, "list"),
                  ] satisfies MenuEntry[])),
              ask("Etiquetas", Tags, "tags"),
              ...(isTeam ? [ask("Passar para…", UserRound, "seller")] : []),
              ask("Mudar campo", SquarePen, "own-field"),
              ask("Mais como estes", ScanSearch, "similar"),
              ...(mergeable ? [ask("Juntar", Merge, "merge")] : []),
              { kind: "separator" },
              ask("Completar pela Receita", Building2, "complete"),
              {
                kind: "action",
                label: "Verificar sites",
                icon: Globe,
                onSelect: () => checkSites.mutate(selection.body),
              },
              ...leadExportEntries("Exportar seleção em", { selected: selection.body, order }),
              { kind: "separator" },
              {
                kind: "action",
                label: "Excluir",
                icon: Trash2,
                onSelect: () => (selection.count >= MANY ? setDialog("delete") : askToast()),
              },
            ]}
          />
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Limpar seleção"
          className="max-md:ml-auto"
          disabled={busy}
          onClick={selection.clear}
        >
          <X aria-hidden />
        </Button>
      </section>
      {dialog !== null && (
        <LeadSelectionDialog
          dialog={dialog}
          selection={selection}
          deletion={{ question, confirm: () => remove.mutate(selection.body) }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
