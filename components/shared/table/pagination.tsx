"use client";

import {
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  type LucideIcon,
} from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { formatNumber } from "@/lib/format";

interface PaginationProps {
  page: number;
  pageSize: number;
  pageSizes: readonly number[];
  total: number;
  totalPages: number;
  /** `total` is a cap: more rows follow, reachable page by page. */
  capped?: boolean;
  /** Offers the pages around the current one as buttons, instead of a field for the number. */
  buttons?: boolean;
  /** Whether a next page exists; needed when the total is capped. */
  hasNext?: boolean;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
}

export function Pagination({
  page,
  pageSize,
  pageSizes,
  total,
  totalPages,
  capped = false,
  buttons = false,
  hasNext = page < totalPages,
  onPage,
  onPageSize,
}: PaginationProps) {
  const sizeId = useId();
  const first = (page - 1) * pageSize + 1;
  const last = capped ? page * pageSize : Math.min(total, page * pageSize);
  const gone = first > last;
  const steps = [
    { label: "Primeira página", icon: ChevronsLeft, to: 1, off: page <= 1 },
    {
      label: "Página anterior",
      icon: ChevronLeft,
      to: gone ? Math.max(1, totalPages) : page - 1,
      off: page <= 1,
    },
    {
      label: "Próxima página",
      icon: ChevronRight,
      to: page + 1,
      off: !hasNext,
    },
    {
      label: "Última página",
      icon: ChevronsRight,
      to: totalPages,
      off: capped || page >= totalPages,
    },
  ];
  return (
    <nav
      aria-label="Paginação"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-border border-t px-4 py-2 print:hidden"
    >
      <p className="text-muted-foreground text-sm tabular-nums" aria-live="polite">
        <span className="text-foreground">
          {gone ? 0 : `${formatNumber(first)}–${formatNumber(last)}`}
        </span>{" "}
        de {capped && "mais de "}
        {formatNumber(total)}
      </p>
      <div className="flex flex-wrap items-center gap-2">
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
          {steps.slice(0, 2).map((step, at) => (
            <Step key={step.label} {...step} wideOnly={buttons && at === 0} onPage={onPage} />
          ))}
          {buttons ? (
            <PageButtons page={page} totalPages={totalPages} onPage={onPage} />
          ) : (
            <PageNumber key={page} page={page} totalPages={totalPages} onPage={onPage} />
          )}
          {steps.slice(2).map((step, at) => (
            <Step key={step.label} {...step} wideOnly={buttons && at === 1} onPage={onPage} />
          ))}
        </div>
      </div>
    </nav>
  );
}

interface StepProps {
  label: string;
  icon: LucideIcon;
  to: number;
  off: boolean;
  /** Left out on a phone, where the pages' buttons need the room. */
  wideOnly: boolean;
  onPage: (page: number) => void;
}

function Step({ label, icon: Icon, to, off, wideOnly, onPage }: StepProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      className={wideOnly ? "max-sm:hidden" : undefined}
      disabled={off}
      onClick={() => onPage(to)}
    >
      <Icon aria-hidden />
    </Button>
  );
}

interface PageNumberProps {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
}

const BUTTONS = 5;

/** Up to five pages, with the current one in the middle where there are as many on both sides. */
function PageButtons({ page, totalPages, onPage }: PageNumberProps) {
  const first = Math.max(1, Math.min(page - Math.floor(BUTTONS / 2), totalPages - BUTTONS + 1));
  const count = Math.min(BUTTONS, totalPages);
  return Array.from({ length: count }, (_, at) => first + at).map((number) => (
    <Button
      key={number}
      variant={number === page ? "outline" : "ghost"}
      size="icon"
      aria-label={`Página ${formatNumber(number)}`}
      aria-current={number === page ? "page" : undefined}
      onClick={() => onPage(number)}
    >
      {formatNumber(number)}
    </Button>
  ));
}

/** The current page. A number typed here is applied on Enter or blur. */
function PageNumber({ page, totalPages, onPage }: PageNumberProps) {
  const [typed, setTyped] = useState(String(page));

  function applyTyped() {
    const wanted = Math.min(Math.max(1, Number(typed) || page), Math.max(1, totalPages));
    setTyped(String(wanted));
    if (wanted !== page && typed !== String(page)) onPage(wanted);
  }

  return (
    <span className="block w-14">
      <Input
        aria-label={`Página, de ${formatNumber(totalPages)}`}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, "").slice(0, 7))}
        onKeyDown={(event) => event.key === "Enter" && applyTyped()}
        onBlur={applyTyped}
        className="text-center tabular-nums"
      />
    </span>
  );
}
