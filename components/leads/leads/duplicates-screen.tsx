"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { CopyCheck, Merge, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { Page } from "@/components/shared/layout/page";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import type { DuplicateGroup } from "@/lib/contracts/leads/duplicates";
import { errorText } from "@/lib/error-text";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { DuplicateCard } from "./duplicate-card";
import { LeadMerges } from "./lead-merges";
import { MergeDialog } from "./merge-dialog";
import { mergeMutations, mergeQueries } from "./merges.queries";

/** Groups that are shown until the user requests more. */
const SHOWN = 50;

/** Leads that may be one company, group by group; sure groups are ticked. */
export function DuplicatesScreen() {
  const client = useQueryClient();
  const query = useInfiniteQuery(mergeQueries.duplicates());
  const [opened, setOpened] = useState<DuplicateGroup | null>(null);
  /** The user's ticks and unticks, by the group's key. */
  const [ticks, setTicks] = useState<Record<string, boolean>>({});
  const [wanted, setWanted] = useState(SHOWN);
  const groups = query.data?.pages.flatMap((page) => page.groups) ?? [];
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = query;
  // A page is of one reason, and may be empty.
  useEffect(() => {
    if (groups.length < wanted && hasNextPage && !isFetchingNextPage && !isError) {
      void fetchNextPage();
    }
  }, [groups.length, wanted, hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const isTicked = (group: DuplicateGroup) => ticks[group.key] ?? group.sure;
  const ticked = groups.filter(isTicked);
  const run = useMergeRun();

  const tellApart = useMutation(mergeMutations.setDistinct(client));
  function separate({ leads }: DuplicateGroup) {
    const lead_ids = leads.map(({ id }) => id);
    tellApart.mutate(
      { lead_ids },
      {
        onSuccess: () =>
          notifySuccess("Estes leads não aparecem mais aqui.", {
            action: {
              label: "Desfazer",
              onClick: () => tellApart.mutate({ lead_ids, distinct: false }),
            },
          }),
      },
    );
  }

  const isLoading = query.isPending || (groups.length === 0 && hasNextPage && !isError);
  return (
    <Page
      title="Possíveis duplicados"
      description="Leads que podem ser a mesma empresa. Os mais certos vêm primeiro e já marcados."
      actions={
        <>
          <Button asChild variant="outline">
            <Link href={paths.leads}>Voltar aos leads</Link>
          </Button>
          {run.total > 0 ? (
            <Button variant="outline" onClick={run.stop}>
              <Square aria-hidden />
              Parar
            </Button>
          ) : (
            groups.length > 0 && (
              <Button disabled={ticked.length === 0} onClick={() => void run.start(ticked)}>
                <Merge aria-hidden />
                Juntar {countOf(ticked.length, "grupo", "grupos")}
              </Button>
            )
          )}
        </>
      }
    >
      {run.total > 0 && (
        <div className="mb-4 space-y-1.5" aria-live="polite">
          <p className="text-sm">
            {run.done} de {countOf(run.total, "grupo", "grupos")}
          </p>
          <Progress value={run.done / run.total} label="Grupos juntados" />
        </div>
      )}
      {isLoading ? (
        <div className="space-y-3" aria-busy>
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-32 w-full" />
        </div>
      ) : isError && groups.length === 0 ? (
        <ErrorState
          title="Não foi possível procurar duplicados"
          detail={errorText(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : groups.length === 0 ? (
        <EmptyState
          icon={CopyCheck}
          title="Nenhum duplicado"
          description="Nenhum lead tem o número, o site, o e-mail ou o nome de outro."
        />
      ) : (
        <>
          <ul aria-label="Grupos" className="space-y-3">
            {groups.map((group) => (
              <DuplicateCard
                key={group.key}
                group={group}
                ticked={isTicked(group)}
                busy={run.total > 0}
                onTick={(on) => setTicks({ ...ticks, [group.key]: on })}
                onCompare={() => setOpened(group)}
                onSeparate={() => separate(group)}
              />
            ))}
          </ul>
          {hasNextPage && (
            <Button
              variant="outline"
              className="mt-4"
              loading={isFetchingNextPage}
              onClick={() => setWanted(groups.length + SHOWN)}
            >
              Mostrar mais
            </Button>
          )}
        </>
      )}
      <section aria-label="Junções recentes" className="mt-8">
        <LeadMerges leadId={null} />
      </section>
      {opened && (
        <MergeDialog
          leadIds={opened.leads.map(({ id }) => id)}
          onMerged={() => setOpened(null)}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  );
}

/** Merges groups one after the other, each with a separate request, until all are done or the user stops it. */
function useMergeRun() {
  const client = useQueryClient();
  const merge = useMutation({
    mutationFn: mergeMutations.merge(client).mutationFn,
    // One notice at the end says how many failed.
    meta: { failure: null },
  });
  const [state, setState] = useState({ done: 0, total: 0 });
  const stopped = useRef(false);

  async function start(groups: readonly DuplicateGroup[]) {
    stopped.current = false;
    setState({ done: 0, total: groups.length });
    const failed: string[] = [];
    let merged = 0;
    for (const { leads } of groups) {
      if (stopped.current) break;
      try {
        await merge.mutateAsync({ lead_ids: leads.map(({ id }) => id) });
        merged += 1;
      } catch (error) {
        failed.push(errorText(error));
      }
      setState({ done: merged + failed.length, total: groups.length });
    }
    setState({ done: 0, total: 0 });
    await client.invalidateQueries();
    if (merged > 0) {
      notifySuccess(`${countOf(merged, "grupo juntado", "grupos juntados")}.`, {
        description: "Cada um pode ser desfeito em “Junções recentes”, abaixo.",
      });
    }
    if (failed[0]) {
      notifyError(
        `${countOf(failed.length, "grupo não foi juntado", "grupos não foram juntados")}.`,
        {
          description: failed[0],
        },
      );
    }
  }

  return {
    ...state,
    start,
    stop: () => {
      stopped.current = true;
    },
  };
}
