import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/components/ui/button";

interface PagerProps {
  label: string;
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
}

/** Pagination of tables with a fixed page size. */
export function Pager({ label, page, totalPages, onPage }: PagerProps) {
  if (totalPages <= 1) return null;
  return (
    <nav
      aria-label={label}
      className="flex items-center justify-between gap-4 border-border border-t px-4 py-2"
    >
      <p className="text-muted-foreground text-sm tabular-nums" aria-live="polite">
        Página <span className="text-foreground">{page}</span> de {totalPages}
      </p>
      <div className="flex items-center">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Página anterior"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Próxima página"
          disabled={page >= totalPages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
