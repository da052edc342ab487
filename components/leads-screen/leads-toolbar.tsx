"use client";

import { Bookmark, Columns3, Filter, Table2 } from "lucide-react";
import type { LeadLayout } from "@/components/leads/leads/lead-params";
import type { useLeadParams } from "@/components/leads/leads/use-lead-params";
import { SearchBox } from "@/components/shared/table/search-box";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { MenuEntry } from "@/components/ui/menu-entry";

interface LeadsToolbarProps {
  leadParams: ReturnType<typeof useLeadParams>;
  layout: LeadLayout;
  filtering: boolean;
  onFilter: (filtering: boolean) => void;
  /** On a phone they are in the menu of the screen's head. */
  views: readonly MenuEntry[];
  columns: readonly MenuEntry[];
  className: string | false;
}

const LAYOUTS = [
  { layout: "table", label: "Tabela", icon: Table2 },
  { layout: "board", label: "Quadro", icon: Columns3 },
] as const;

/** The bar above the leads: search, filters, saved views, and the choice between table and board. */
export function LeadsToolbar(props: LeadsToolbarProps) {
  const { leadParams, layout, filtering, onFilter, views, columns, className } = props;
  const { params, change, filterCount } = leadParams;
  return (
    <div
      className={cn(
        "mb-3 flex shrink-0 items-center gap-2 max-lg:flex-wrap max-lg:*:first:basis-full print:hidden",
        className,
      )}
    >
      <SearchBox
        label="Pesquisar leads"
        value={params.search}
        onSearch={(search) => change({ search })}
      />
      <fieldset className="flex shrink-0 rounded-lg border border-border p-0.5 lg:ml-auto">
        <legend className="sr-only">Mostrar como</legend>
        {LAYOUTS.map(({ layout: each, label, icon: Icon }) => (
          <button
            key={each}
            type="button"
            aria-pressed={layout === each}
            onClick={() => change({ layout: each === "table" ? "" : each })}
            className="flex h-8 items-center gap-1.5 rounded-md px-2.5 text-muted-foreground text-sm hover:text-foreground aria-pressed:bg-accent aria-pressed:text-foreground pointer-coarse:h-9"
          >
            <Icon className="size-4" aria-hidden />
            {label}
          </button>
        ))}
      </fieldset>
      <Button
        variant="outline"
        size="lg"
        className="max-md:ml-auto"
        aria-expanded={filtering}
        onClick={() => onFilter(!filtering)}
      >
        <Filter aria-hidden />
        Filtros
        {filterCount > 0 && <span className="tabular-nums">({filterCount})</span>}
      </Button>
      <DropdownMenu
        className="w-64"
        entries={views}
        trigger={
          <Button variant="outline" size="lg" className="max-md:hidden">
            <Bookmark aria-hidden />
            Minhas visões
          </Button>
        }
      />
      {layout === "table" && (
        <DropdownMenu
          entries={columns}
          trigger={
            <Button variant="outline" size="lg" className="max-md:hidden">
              <Columns3 aria-hidden />
              Colunas
            </Button>
          }
        />
      )}
    </div>
  );
}
