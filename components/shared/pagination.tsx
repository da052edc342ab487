"use client";

import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { NativeSelect } from "@/components/ui/native-select";
import { formatNumber } from "@/lib/format";

interface PaginationProps {
  page: number;
  pageSize: number;
  pageSizes: readonly number[];
  total: number;
  totalPages: number;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
}

export function Pagination({
  page,
  pageSize,
  pageSizes,
  total,
  totalPages,
  onPage,
  onPageSize,
}: PaginationProps) {
  const sizeId = useId();
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  const steps = [
    { label: "Primeira página", icon: ChevronsLeft, to: 1, off: page <= 1, wide: true },
    { label: "Página anterior", icon: ChevronLeft, to: page - 1, off: page <= 1, wide: false },
    {
      label: "Próxima página",
      icon: ChevronRight,
      to: page + 1,
      off: page >= totalPages,
      wide: false,
    },
    {
      label: "Última página",
      icon: ChevronsRight,
      to: totalPages,
      off: page >= totalPages,
      wide: true,
    },
  ];
  return (
    <nav
      aria-label="Paginação"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-border border-t px-4 py-2"
    >
      <p className="text-muted-foreground text-sm tabular-nums" aria-live="polite">
        <span className="text-foreground">
          {formatNumber(first)}–{formatNumber(last)}
        </span>{" "}
        de {formatNumber(total)}
      </p>
      <div className="flex items-center gap-2">
        <div className="flex items-center gap-2 text-muted-foreground text-sm">
          <label htmlFor={sizeId} className="max-sm:sr-only">
            Itens por página
          </label>
          <NativeSelect
            id={sizeId}
            className="[&_select]:h-8 [&_select]:pr-8 pointer-coarse:[&_select]:h-10"
            value={pageSize}
            onChange={(event) => onPageSize(Number(event.target.value))}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </NativeSelect>
        </div>
        <div className="flex items-center">
          {steps.map(({ label, icon: Icon, to, off, wide }) => (
            <Button
              key={label}
              variant="ghost"
              size="icon"
              aria-label={label}
              disabled={off}
              className={cn(wide && "max-sm:hidden")}
              onClick={() => onPage(to)}
            >
              <Icon aria-hidden />
            </Button>
          ))}
        </div>
      </div>
    </nav>
  );
}
