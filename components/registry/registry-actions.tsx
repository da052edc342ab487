import { Download, UserPlus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { REGISTRY_MAX_SAVED } from "@/lib/domain/registry/registry-search";
import { formatNumber } from "@/lib/format";
import type { useCompanySelection } from "./use-company-selection";

interface RegistryActionsProps {
  /** The answer is not loaded yet: its room is reserved. */
  isAwaited: boolean;
  selection: ReturnType<typeof useCompanySelection>;
  total: number;
  isCapped: boolean;
  exportUrl: string;
  onSave: () => void;
  follow: ReactNode;
}

/** The actions on the companies found, above their table. The bar is coloured once one of them is selected. */
export function RegistryActions(props: RegistryActionsProps) {
  const { isAwaited, selection, total, isCapped, exportUrl, onSave, follow } = props;
  const most = Math.min(total, REGISTRY_MAX_SAVED);
  return (
    <section
      aria-label="Empresas selecionadas"
      className={cn(
        "mb-3 flex flex-wrap items-center gap-2 rounded-xl border border-transparent py-1.5 transition-colors",
        selection.count > 0 && "border-border bg-primary-soft px-3",
        isAwaited && "invisible",
      )}
    >
      <p className="mr-1 flex min-h-10 items-center gap-1 text-sm" aria-live="polite">
        <strong className="font-semibold tabular-nums">{formatNumber(selection.count)}</strong>{" "}
        {selection.count === 1 ? "selecionada" : "selecionadas"}
      </p>
      {!selection.all && most > selection.count && (
        <Button variant="link" size="inline" className="min-h-10" onClick={selection.selectAll}>
          {most < total || isCapped
            ? `Selecionar as primeiras ${formatNumber(most)}`
            : `Selecionar todas as ${formatNumber(most)}`}
        </Button>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {follow}
        <Button asChild variant="outline" size="sm">
          <a href={exportUrl} download>
            <Download aria-hidden />
            Exportar CSV
          </a>
        </Button>
        <Button size="sm" disabled={selection.count === 0} onClick={onSave}>
          <UserPlus aria-hidden />
          Salvar como leads
        </Button>
        {selection.count > 0 && (
          <Button variant="ghost" size="icon" aria-label="Limpar seleção" onClick={selection.clear}>
            <X aria-hidden />
          </Button>
        )}
      </div>
    </section>
  );
}
