"use client";

import { Columns3, Filter, ListPlus, Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import type { LeadLayout, useLeadParams } from "@/components/leads/use-lead-params";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { SearchBox } from "@/components/shared/table/search-box";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

const StagesDialog = dynamic(
  lateDialog(async () => (await import("@/components/leads/stages-dialog")).StagesDialog),
  {
    ssr: false,
  },
);

const OwnFieldsDialog = dynamic(
  lateDialog(
    async () => (await import("@/components/own-fields/own-fields-dialog")).OwnFieldsDialog,
  ),
  { ssr: false },
);

interface LeadsToolbarProps {
  leadParams: ReturnType<typeof useLeadParams>;
  layout: LeadLayout;
  filtering: boolean;
  onFilter: (filtering: boolean) => void;
  className: string | false;
  /** The saved views, and what one layout alone has. */
  children: ReactNode;
}

const LAYOUTS = [
  { layout: "table", label: "Tabela", icon: Table2 },
  { layout: "board", label: "Quadro", icon: Columns3 },
] as const;

/** What stands above the leads: search, filters, saved views, and whether they are a table or a board. */
export function LeadsToolbar(props: LeadsToolbarProps) {
  const { leadParams, layout, filtering, onFilter, className, children } = props;
  const { params, change, filterCount } = leadParams;
  const [managing, setManaging] = useState(false);
  const [fielding, setFielding] = useState(false);
  return (
    <div
      className={cn(
        "mb-3 flex shrink-0 items-center gap-2 max-sm:flex-wrap max-sm:*:first:basis-full print:hidden",
        className,
      )}
    >
      <SearchBox
        label="Pesquisar leads"
        value={params.search}
        onSearch={(search) => change({ search })}
      />
      <fieldset className="flex shrink-0 rounded-lg sm:ml-auto border border-border p-0.5">
        <legend className="sr-only">Mostrar como</legend>
        {LAYOUTS.map(({ layout: each, label, icon: Icon }) => (
          <button
            key={each}
            type="button"
            aria-pressed={layout === each}
            title={label}
            onClick={() => change({ layout: each === "table" ? "" : each })}
            className="flex h-8 items-center gap-1.5 rounded-md px-2.5 text-muted-foreground text-sm hover:text-foreground aria-pressed:bg-accent aria-pressed:text-foreground pointer-coarse:h-9"
          >
            <Icon className="size-4" aria-hidden />
            <span className="max-xl:sr-only">{label}</span>
          </button>
        ))}
      </fieldset>
      {layout === "board" && (
        <Button variant="outline" size="lg" onClick={() => setManaging(true)}>
          <Columns3 aria-hidden />
          <span className="max-lg:sr-only">Etapas</span>
        </Button>
      )}
      <Button variant="outline" size="lg" title="Campos" onClick={() => setFielding(true)}>
        <ListPlus aria-hidden />
        <span className="max-xl:sr-only">Campos</span>
      </Button>
      <Button
        variant="outline"
        size="lg"
        aria-expanded={filtering}
        onClick={() => onFilter(!filtering)}
      >
        <Filter aria-hidden />
        <span className="max-sm:sr-only">Filtros</span>
        {filterCount > 0 && <span className="tabular-nums">({filterCount})</span>}
      </Button>
      {children}
      {fielding && <OwnFieldsDialog onClose={() => setFielding(false)} />}
      {managing && <StagesDialog onClose={() => setManaging(false)} />}
    </div>
  );
}
