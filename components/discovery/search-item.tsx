"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getListStatus } from "@/components/leads/lists/list-status";
import { BackgroundItem } from "@/components/shared/feedback/background-item";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import Link from "@/components/ui/link";
import type { Search } from "@/lib/contracts/discovery/searches";
import { countOf, formatDateTime } from "@/lib/format";
import { campaignToListPath, leadsOfListPath, repeatSearchPath } from "@/lib/paths";
import { ElsewhereCompanies } from "./elsewhere-companies";
import { explainLosses, formatPlace } from "./search-outcome";
import { searchMutations } from "./searches.queries";

export function SearchItem({ search }: { search: Search }) {
  const client = useQueryClient();
  const stop = useMutation(searchMutations.stop(client));
  const running = search.status === "processing";
  const losses = explainLosses(search);
  const repeatPath = repeatSearchPath(search);

  function askToStop() {
    confirmToast("Parar esta busca? O que ela já encontrou continua salvo.", () =>
      stop.mutate(search.id, { onSuccess: () => notifySuccess("Busca parada.") }),
    );
  }

  return (
    <BackgroundItem
      title={search.query}
      detail={`${formatPlace(search)} · ${formatDateTime(search.created_at)}`}
      status={getListStatus(search.status)}
      running={running}
      stopping={running && (search.stopping || stop.isPending)}
      onStop={askToStop}
      progress={computeProgress(search)}
      progressLabel={`Progresso da busca ${search.query}`}
      note={search.note}
    >
      <p className="mt-2.5 text-[0.8125rem] text-muted-foreground tabular-nums" aria-live="off">
        {formatProgress(search)}
      </p>
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="text-sm tabular-nums">
          <strong className="font-semibold">
            {countOf(search.leads_created, "lead novo", "leads novos")}
          </strong>
          <span className="text-muted-foreground">
            {search.leads_linked > 0 && ` · ${search.leads_linked} já na sua base`}
            {search.left_out > 0 &&
              ` · ${countOf(search.left_out, "deixado de fora", "deixados de fora")}`}
          </span>
        </p>
        <div className="flex gap-4">
          {!running && repeatPath && (
            <Link
              href={repeatPath}
              className={linkClasses}
              aria-label={`Repetir a busca ${search.query}`}
            >
              Repetir
            </Link>
          )}
          {search.leads_created + search.leads_linked > 0 && (
            <Link href={leadsOfListPath(search.list_id)} className={linkClasses}>
              Ver leads
            </Link>
          )}
          {!running && search.leads_created + search.leads_linked > 0 && (
            <Link href={campaignToListPath(search.list_id)} className={linkClasses}>
              Enviar campanha
            </Link>
          )}
        </div>
      </div>
      {losses && (
        <p className="mt-1 text-[0.8125rem] text-muted-foreground tabular-nums">{losses}</p>
      )}
      {search.elsewhere > 0 && <ElsewhereCompanies search={search} />}
    </BackgroundItem>
  );
}

const linkClasses =
  "rounded font-medium text-primary-text text-sm underline-offset-4 hover:underline";

function formatProgress({
  kind,
  pages_done,
  pages_total,
  results_done,
  results_total,
}: Search): string {
  if (kind === "maps") return `${results_done} de ${countOf(results_total, "negócio", "negócios")}`;
  if (kind === "receita") {
    return `${results_done} de ${countOf(results_total, "empresa", "empresas")}`;
  }
  const pages = `${pages_done} de ${countOf(pages_total, "página", "páginas")}`;
  return `${pages} · ${results_done} de ${countOf(results_total, "site", "sites")}`;
}

/** Returns 0 to 1. Finding a page's results counts for a fifth of it; processing them for the rest. */
function computeProgress({ pages_done, pages_total, results_done, results_total }: Search): number {
  const pages = pages_total > 0 ? pages_done / pages_total : 0;
  const results = results_total > 0 ? results_done / results_total : 0;
  return pages * (0.2 + 0.8 * results);
}
