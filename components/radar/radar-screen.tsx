"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, CheckCheck, ListChecks, Radar as RadarIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Page } from "@/components/shared/layout/page";
import { useDataTable } from "@/components/shared/table/data-table";
import { PagedTable } from "@/components/shared/table/paged-table";
import { useListParams } from "@/components/shared/table/use-list-params";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { NativeSelect } from "@/components/ui/native-select";
import type { Radar, RadarFinding } from "@/lib/contracts/radar/radars";
import {
  RADAR_CHANGE_LABEL,
  RADAR_CHANGES,
  RADAR_PAGE_SIZES,
  type RadarChange,
} from "@/lib/domain/radar/radar";
import { leadsOfListPath, paths } from "@/lib/paths";
import { findingColumns } from "./findings.columns";
import { RadarMenu } from "./radar-item";
import { describeLastRun, describeRhythm } from "./radar-text";
import { radarMutations, radarQueries } from "./radars.queries";

const EditRadarDialog = lateDialog(
  async () => (await import("./edit-radar-dialog")).EditRadarDialog,
);

const PAGE_SIZES = [RADAR_PAGE_SIZES.default, 50, RADAR_PAGE_SIZES.max] as const;
const NO_FINDINGS: RadarFinding[] = [];

/** The findings of one radar. The marks of news stay for this visit, and are removed when the screen is left. */
export function RadarScreen({ id }: { id: number }) {
  const router = useRouter();
  const radar = useQuery(radarQueries.one(id));
  const [params, change] = useListParams(PAGE_SIZES, RADAR_PAGE_SIZES.default, ["change"]);
  const wanted = RADAR_CHANGES.find((each) => each === params["change"]);
  const findings = useQuery(
    radarQueries.findings(id, {
      page: params.page,
      per_page: params.pageSize,
      ...(wanted && { change: wanted }),
    }),
  );
  const [editing, setEditing] = useState(false);
  const rows = findings.data?.findings ?? NO_FINDINGS;
  const table = useDataTable({
    columns: findingColumns,
    rows,
    rowId: (finding) => String(finding.id),
  });
  const see = useSeen(id, rows);
  const hasNews = (radar.data?.unseen.length ?? 0) > 0;

  if (radar.isError && !radar.data) {
    return (
      <Page title="Radar">
        <ErrorState
          title="Não foi possível abrir este radar"
          onRetry={radar.refetch}
          retrying={radar.isFetching}
        />
        <BackLink />
      </Page>
    );
  }
  return (
    <Page
      fill
      title={radar.data?.name ?? "Radar"}
      {...(radar.data && { description: radar.data.words })}
      actions={
        radar.data && (
          <>
            {hasNews && (
              <Button variant="outline" onClick={see}>
                <CheckCheck aria-hidden />
                Marcar vistas
              </Button>
            )}
            {radar.data.list_id !== null && (
              <Button asChild variant="outline">
                <Link href={leadsOfListPath(radar.data.list_id)}>
                  <ListChecks aria-hidden />
                  Ver a lista
                </Link>
              </Button>
            )}
            <RadarMenu
              radar={radar.data}
              onEdit={() => setEditing(true)}
              onDeleted={() => router.push(paths.radar)}
            />
          </>
        )
      }
    >
      <div className="mb-3 flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2">
        <BackLink />
        {radar.data && (
          <p className="text-[0.8125rem] text-muted-foreground tabular-nums">
            {describeLastRun(radar.data)} · {describeRhythm(radar.data)}
          </p>
        )}
        {radar.data?.kind === "registry" && (
          <ChangeFilter
            value={wanted ?? ""}
            changes={radar.data.changes}
            onChange={(value) => change({ change: value })}
          />
        )}
      </div>
      {radar.data?.note && (
        <p role="status" className="mb-3 shrink-0 text-pretty text-sm">
          {radar.data.note}
        </p>
      )}
      <PagedTable
        table={table}
        caption="O que o radar achou"
        query={findings}
        params={params}
        pageSizes={PAGE_SIZES}
        onChange={change}
        errorTitle="Erro ao carregar o que o radar achou"
        shrunk="Há menos do que havia."
        narrowed={wanted !== undefined}
        nothingFound={{
          title: "Nada disso por enquanto",
          description: "O radar não achou nenhuma mudança deste tipo.",
          clearLabel: "Ver tudo",
        }}
        onClear={() => change({ change: "" })}
        empty={<NothingYet radar={radar.data} />}
      />
      {editing && radar.data && (
        <EditRadarDialog radar={radar.data} onClose={() => setEditing(false)} />
      )}
    </Page>
  );
}

/** Removes the marks of shown findings: at once on request, else when the screen is left. */
function useSeen(id: number, rows: readonly RadarFinding[]): () => void {
  const { mutate } = useMutation(radarMutations.see(useQueryClient(), id));
  const latest = useRef(0);
  useEffect(() => {
    const unseen = rows.filter((row) => row.unseen).map((row) => row.id);
    latest.current = Math.max(latest.current, ...unseen);
  }, [rows]);
  const see = useCallback(() => {
    if (latest.current > 0) mutate(latest.current);
  }, [mutate]);
  useEffect(() => see, [see]);
  return see;
}

function BackLink() {
  return (
    <Link
      href={paths.radar}
      className="inline-flex min-h-8 items-center gap-1.5 rounded text-muted-foreground text-sm underline-offset-4 hover:underline"
    >
      <ArrowLeft className="size-4" aria-hidden />
      Todos os radares
    </Link>
  );
}

interface ChangeFilterProps {
  value: string;
  changes: readonly RadarChange[];
  onChange: (value: string) => void;
}

function ChangeFilter({ value, changes, onChange }: ChangeFilterProps) {
  return (
    <NativeSelect
      aria-label="O que mostrar"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="ml-auto w-auto max-sm:w-full"
    >
      <option value="">Todas as mudanças</option>
      {changes.map((each) => (
        <option key={each} value={each}>
          {RADAR_CHANGE_LABEL[each]}
        </option>
      ))}
    </NativeSelect>
  );
}

function NothingYet({ radar }: { radar: Radar | undefined }) {
  return (
    <EmptyState
      icon={RadarIcon}
      title="Nada de novo ainda"
      description={
        radar?.kind === "registry"
          ? "O que mudar no próximo mês da Receita aparece aqui, e em Hoje."
          : "O que a próxima busca trouxer de novo aparece aqui, e em Hoje."
      }
    />
  );
}
