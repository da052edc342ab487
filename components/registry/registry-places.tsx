"use client";

import { useQuery } from "@tanstack/react-query";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { RegistryCounts } from "@/lib/contracts/registry/registry";
import { formatNumber } from "@/lib/format";
import { type RegistryFilterTexts, registryQueries } from "./registry.queries";

interface RegistryPlacesProps {
  filter: RegistryFilterTexts;
  onCity: (code: string) => void;
  onActivity: (code: string) => void;
}

/** Places and activities of the companies found; choosing one narrows the search. */
export function RegistryPlaces({ filter, onCity, onActivity }: RegistryPlacesProps) {
  const counts = useQuery(registryQueries.counts(filter));
  if (counts.isError || counts.data?.counted === 0) return null;
  return (
    <Card aria-label="Onde estão" className="p-5">
      <h2 className="font-semibold text-sm">Onde estão</h2>
      <p className="mt-0.5 mb-3 min-h-5 text-[0.8125rem] text-muted-foreground">
        {counts.data && describeCount(counts.data)}
      </p>
      {counts.data ? (
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 min-[112rem]:grid-cols-1">
          <Bars title="Por cidade" counts={counts.data.cidades} onChoose={onCity} />
          <Bars title="Por atividade" counts={counts.data.atividades} onChoose={onActivity} />
        </div>
      ) : (
        <Skeleton className="h-72 w-full" />
      )}
    </Card>
  );
}

function describeCount({ counted, complete }: RegistryCounts): string {
  return complete
    ? `${formatNumber(counted)} ${counted === 1 ? "empresa" : "empresas"}`
    : `Entre as primeiras ${formatNumber(counted - 1)} empresas`;
}

interface BarsProps {
  title: string;
  counts: RegistryCounts["cidades"];
  onChoose: (code: string) => void;
}

function Bars({ title, counts, onChoose }: BarsProps) {
  const most = Math.max(...counts.map(({ total }) => total), 1);
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-muted-foreground text-xs">{title}</h3>
      <ul>
        {counts.map(({ codigo, nome, total }) => (
          <li key={codigo}>
            <button
              type="button"
              title={nome}
              onClick={() => onChoose(codigo)}
              className="relative flex min-h-8 w-full items-center justify-between gap-3 overflow-hidden rounded-md px-2 text-left text-[0.8125rem] hover:bg-accent pointer-coarse:min-h-10"
            >
              <span
                aria-hidden
                className="absolute inset-y-1 left-0 rounded bg-primary-soft"
                style={{ width: `${(total / most) * 100}%` }}
              />
              <span className="relative min-w-0 truncate">{nome || codigo}</span>
              <span className="relative shrink-0 tabular-nums">{formatNumber(total)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
