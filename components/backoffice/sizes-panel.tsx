"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { SizeOfFolder } from "@/lib/contracts/backoffice/sizes";
import { formatBytes } from "@/lib/domain/media/media-labels";
import { countOf, formatNumber } from "@/lib/format";
import { adminQueries } from "./admin.queries";
import { AdminSection } from "./admin-section";

const FOLDER_LABEL: Record<SizeOfFolder["name"], string> = {
  media: "Arquivos das conversas",
  registry: "Arquivos da Receita",
};

/** Disk usage by kind of data. */
export function SizesPanel() {
  const sizes = useQuery(adminQueries.sizes());
  return (
    <AdminSection
      title="Espaço em disco"
      description="O banco de dados com as suas maiores tabelas, e as pastas de arquivos."
    >
      {sizes.isPending && <Skeleton className="h-64 w-full" />}
      {sizes.isError && !sizes.data && (
        <ErrorState
          title="Erro ao medir o espaço em disco"
          onRetry={sizes.refetch}
          retrying={sizes.isFetching}
          className="py-6"
        />
      )}
      {sizes.data && (
        <>
          <dl className="divide-y divide-border text-sm">
            <Line label="Banco de dados" value={formatBytes(sizes.data.database_bytes)} />
            {sizes.data.folders.map((folder) => (
              <Line
                key={folder.name}
                label={FOLDER_LABEL[folder.name]}
                value={describeFolder(folder)}
              />
            ))}
          </dl>
          <ul aria-label="Maiores tabelas" className="mt-4 divide-y divide-border text-sm">
            {sizes.data.tables.map(({ name, bytes, rows }) => (
              <li key={name} className="flex items-baseline gap-x-4 py-2">
                <code className="wrap-anywhere min-w-0 flex-1 text-[0.8125rem]">
                  {[...name.matchAll(/_?[^_]+/g)].map(({ 0: part, index }) => (
                    <Fragment key={index}>
                      <wbr />
                      {part}
                    </Fragment>
                  ))}
                </code>
                <span className="text-right text-muted-foreground tabular-nums">
                  {countOf(rows, "linha", "linhas")}
                </span>
                <span className="w-20 shrink-0 text-right tabular-nums">{formatBytes(bytes)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </AdminSection>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5">
      <dt className="font-medium">{label}</dt>
      <dd className="text-muted-foreground tabular-nums">{value}</dd>
    </div>
  );
}

function describeFolder({ bytes, files, whole, free_bytes }: SizeOfFolder): string {
  if (bytes === null) return "No armazenamento externo";
  return [
    `${whole ? "" : "mais de "}${formatBytes(bytes)}`,
    whole ? countOf(files, "arquivo", "arquivos") : `mais de ${formatNumber(files)} arquivos`,
    free_bytes !== null && `${formatBytes(free_bytes)} livres`,
  ]
    .filter(Boolean)
    .join(" · ");
}
