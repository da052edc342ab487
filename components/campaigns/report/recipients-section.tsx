import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Users } from "lucide-react";
import { useMemo } from "react";
import {
  campaignMutations,
  campaignQueries,
} from "@/components/campaigns/activities/campaigns.queries";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { useDataTable } from "@/components/shared/table/data-table";
import { PagedTable } from "@/components/shared/table/paged-table";
import { SearchBox } from "@/components/shared/table/search-box";
import { Button } from "@/components/ui/button";
import { NativeSelect } from "@/components/ui/native-select";
import type { Recipient } from "@/lib/contracts/campaigns/activities";
import { ANSWER_LABEL, ANSWERS_BY_WARMTH } from "@/lib/domain/answers/answer-groups";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { buildRecipientColumns } from "./recipients.columns";
import { RECIPIENT_PAGE_SIZES } from "./report-params";
import { StateChips } from "./state-chips";
import type { ReportParams } from "./use-report-params";

const NO_ROWS: Recipient[] = [];

const SAID = {
  onSuccess: ({ message }: { message: string }) => notifySuccess(message),
};

interface RecipientsSectionProps {
  id: number;
  params: ReportParams;
  /** The campaign has more than one step. */
  inSequence: boolean;
  /** What people have answered, to choose from. */
  answered: readonly AnswerKind[];
}

/** The recipients of the campaign, filtered and searched. */
export function RecipientsSection({ id, params, inSequence, answered }: RecipientsSectionProps) {
  const { state, intent, search, filter, change } = params;
  const kinds = ANSWERS_BY_WARMTH.filter((kind) => answered.includes(kind) || kind === intent);
  const query = useQuery(campaignQueries.recipients(id, params.recipients));
  const rows = query.data?.recipients ?? NO_ROWS;
  const client = useQueryClient();
  const { mutate: resend } = useMutation(campaignMutations.resend(client));
  const { mutate: goOn } = useMutation(campaignMutations.continueSequence(client));
  const { mutate: end } = useMutation(campaignMutations.endSequence(client));
  const columns = useMemo(
    () =>
      buildRecipientColumns(
        {
          onResend: (recipient) =>
            confirmToast(
              `Reenviar para ${recipient.name ?? recipient.number}? Não se sabe se a primeira chegou: a mensagem pode chegar duas vezes.`,
              () => resend(recipient.id, SAID),
            ),
          onContinue: (followUpId) => goOn(followUpId, SAID),
          onEnd: (followUpId) =>
            confirmToast("Encerrar a sequência para esta pessoa? Nada mais sai para ela.", () =>
              end(followUpId, SAID),
            ),
        },
        inSequence,
      ),
    [resend, goOn, end, inSequence],
  );
  const table = useDataTable({ columns, rows, rowId: (row) => String(row.id) });
  const exportQuery = new URLSearchParams({
    format: "csv",
    ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)])),
  });
  return (
    <section aria-label="Destinatários" className="mt-6 print:hidden">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-semibold">Destinatários</h2>
        <Button asChild variant="outline" size="sm" className="ml-auto">
          <a href={`/api/prospecting/activities/${id}/recipients/export?${exportQuery}`} download>
            <Download aria-hidden />
            Exportar CSV
          </a>
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchBox
          label="Pesquisar destinatários"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
        <StateChips
          counts={query.data?.counts ?? {}}
          state={state}
          onState={(next) => change({ state: next })}
        />
        {kinds.length > 0 && (
          <NativeSelect
            aria-label="O que respondeu"
            className="w-52 max-sm:w-full"
            value={intent ?? ""}
            onChange={({ target }) =>
              change({ intent: kinds.find((each) => each === target.value) ?? null })
            }
          >
            <option value="">Com qualquer resposta</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {ANSWER_LABEL[kind]}
              </option>
            ))}
          </NativeSelect>
        )}
      </div>
      <PagedTable
        className="mt-3"
        table={table}
        caption="Destinatários"
        query={query}
        params={params}
        pageSizes={RECIPIENT_PAGE_SIZES}
        onChange={change}
        errorTitle="Erro ao carregar os destinatários"
        shrunk="Há menos destinatários do que havia."
        narrowed={search !== "" || state !== null || intent !== null}
        nothingFound={{
          title: "Nenhum destinatário encontrado",
          description: "Nenhum corresponde à busca e ao filtro.",
          clearLabel: "Limpar",
        }}
        onClear={() => change({ search: "", state: null, intent: null })}
        empty={
          <EmptyState
            icon={Users}
            title="Nenhum destinatário"
            description="Nesta ocorrência ninguém foi escolhido."
          />
        }
      />
    </section>
  );
}
