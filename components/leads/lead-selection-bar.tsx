"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  Building2,
  Circle,
  Globe,
  ListPlus,
  Merge,
  ScanSearch,
  Send,
  SquarePen,
  Tag,
  Tags,
  Trash2,
  X,
} from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useCreateCampaign } from "@/components/campaigns/use-create-campaign";
import { useUndoableEdit } from "@/components/lead-edits/use-undoable-edit";
import {
  confirmToast,
  notifyError,
  notifyInfo,
  notifySuccess,
} from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { CAMPAIGN_MAX_LEADS } from "@/lib/domain/campaigns/campaign";
import { MOST_MERGED } from "@/lib/domain/leads/lead-merge";
import { errorText } from "@/lib/error-text";
import { countOf, formatNumber } from "@/lib/format";
import { LeadExportMenu } from "./lead-export-menu";
import { LeadSelectionDialog, type SelectionDialog } from "./lead-selection-dialog";
import { leadMutations } from "./leads.queries";
import { listStageChoices, toStageChange } from "./stage-choice";
import { useStages } from "./stages.queries";
import type { LeadSelection } from "./use-lead-selection";

/** From here on a click is not enough to delete. */
const MANY = 1_000;

interface LeadSelectionBarProps {
  selection: LeadSelection;
  order: ComponentProps<typeof LeadExportMenu>["order"];
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
  const mergeable = !selection.all && selection.count >= 2 && selection.count <= MOST_MERGED;

  const remove = useMutation({
    ...leadMutations.removeSelected(client),
    onSuccess: ({ deleted }) => {
      notifySuccess(`${formatNumber(deleted)} lead(s) excluído(s) com sucesso!`);
      selection.clear();
    },
    onError: () => notifyError("Erro ao excluir leads!"),
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
    onError: (error) => notifyError(errorText(error)),
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
    onError: (error) => notifyError(errorText(error)),
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

  return (
    <>
      <section
        aria-label="Leads selecionados"
        className="@container flex shrink-0 items-center gap-x-2 border-border bg-primary-soft px-3 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:flex-wrap max-md:border-t max-md:pt-1 max-md:pb-2 max-md:shadow-popover md:mb-3 md:h-10 md:rounded-lg md:border"
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
            className="min-h-10 shrink-0"
            onClick={selection.selectAll}
          >
            Selecionar todos os {capped && "mais de "}
            {formatNumber(total)}
          </Button>
        )}
        <Button
          variant="outline"
          size="sm"
          title="Criar campanha"
          disabled={busy}
          className="max-md:ml-auto"
          onClick={createCampaign}
        >
          <Send aria-hidden />
          <span className="@max-5xl:sr-only">Criar campanha</span>
        </Button>
        <Button
          variant="outline"
          size="sm"
          title="Mais como estes"
          disabled={busy}
          onClick={() => setDialog("similar")}
        >
          <ScanSearch aria-hidden />
          <span className="@max-[112rem]:sr-only">Mais como estes</span>
        </Button>
        <div className="ml-auto flex min-w-0 items-center gap-2 max-md:w-full max-md:justify-between max-md:gap-0">
          <div className="flex min-w-0 items-center gap-2 p-1 max-md:contents md:overflow-x-auto">
            <DropdownMenu
              entries={listStageChoices(stages).map(({ value, label }) => ({
                kind: "action",
                label,
                icon: Circle,
                onSelect: () => setStatus.mutate({ ...selection.body, ...toStageChange(value) }),
              }))}
              trigger={
                <Button
                  variant="outline"
                  size="sm"
                  title="Alterar status"
                  loading={setStatus.isPending}
                  disabled={busy}
                >
                  {!setStatus.isPending && <Tag aria-hidden />}
                  <span className="@max-[68rem]:sr-only">Alterar status</span>
                </Button>
              }
            />
            <Button
              variant="outline"
              size="sm"
              title="Adicionar à lista"
              disabled={busy}
              onClick={() => setDialog("list")}
            >
              <ListPlus aria-hidden />
              <span className="@max-7xl:sr-only">Adicionar à lista</span>
            </Button>
            <Button
              variant="outline"
              size="sm"
              title="Etiquetas"
              disabled={busy}
              onClick={() => setDialog("tags")}
            >
              <Tags aria-hidden />
              <span className="@max-[84rem]:sr-only">Etiquetas</span>
            </Button>
            <Button
              variant="outline"
              size="sm"
              title="Mudar campo"
              disabled={busy}
              onClick={() => setDialog("own-field")}
            >
              <SquarePen aria-hidden />
              <span className="@max-[112rem]:sr-only">Mudar campo</span>
            </Button>
            {mergeable && (
              <Button
                variant="outline"
                size="sm"
                title="Juntar"
                disabled={busy}
                onClick={() => setDialog("merge")}
              >
                <Merge aria-hidden />
                <span className="@max-[112rem]:sr-only">Juntar</span>
              </Button>
            )}
            <DropdownMenu
              entries={[
                {
                  kind: "action",
                  label: "Completar pela Receita",
                  icon: Building2,
                  onSelect: () => setDialog("complete"),
                },
                {
                  kind: "action",
                  label: "Verificar sites",
                  icon: Globe,
                  onSelect: () => checkSites.mutate(selection.body),
                },
              ]}
              trigger={
                <Button
                  variant="outline"
                  size="sm"
                  title="Pesquisar dados"
                  loading={checkSites.isPending}
                  disabled={busy}
                >
                  {!checkSites.isPending && <Building2 aria-hidden />}
                  <span className="@max-[112rem]:sr-only">Pesquisar dados</span>
                </Button>
              }
            />
            <LeadExportMenu selected={selection.body} order={order} size="sm">
              <span className="@max-[112rem]:sr-only">Exportar seleção</span>
            </LeadExportMenu>
          </div>
          <Button
            variant="danger"
            size="sm"
            loading={remove.isPending}
            disabled={busy}
            onClick={() => (selection.count >= MANY ? setDialog("delete") : askToast())}
          >
            {!remove.isPending && <Trash2 aria-hidden />}
            <span className="@max-5xl:sr-only">Excluir</span>
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Limpar seleção"
            disabled={busy}
            onClick={selection.clear}
          >
            <X aria-hidden />
          </Button>
        </div>
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
