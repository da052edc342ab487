import { Plus, Search, SearchX, Users } from "lucide-react";
import Link from "next/link";
import { EmptyState } from "@/components/shared/empty-state";
import { ErrorState } from "@/components/shared/error-state";
import { Button } from "@/components/ui/button";
import type { Lead } from "@/lib/contracts/leads";
import { errorText } from "@/lib/error-text";
import { paths } from "@/lib/paths";

interface FallbackProps {
  list: {
    data: { leads: Lead[]; pagination: { total: number } } | undefined;
    isError: boolean;
    isFetching: boolean;
    error: unknown;
    refetch: () => void;
  };
  /** A search or a filter narrows the list. */
  narrowed: boolean;
  page: number;
  onClear: () => void;
  onFirstPage: () => void;
  onCreate: () => void;
}

/** In place of rows: what went wrong, or why there are none. */
export function LeadsFallback({
  list,
  narrowed,
  page,
  onClear,
  onFirstPage,
  onCreate,
}: FallbackProps) {
  if (list.isError && !list.data) {
    return (
      <ErrorState
        title="Não foi possível carregar seus leads"
        detail={errorText(list.error)}
        onRetry={list.refetch}
        retrying={list.isFetching}
      />
    );
  }
  if (!list.data || list.data.leads.length > 0) return null;
  if (page > 1 && list.data.pagination.total > 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="Esta página não existe mais"
        description="A lista ficou menor do que era."
        action={
          <Button variant="outline" size="sm" onClick={onFirstPage}>
            Ir para a primeira página
          </Button>
        }
      />
    );
  }
  if (narrowed) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nenhum lead encontrado"
        description="Nada corresponde à busca e aos filtros escolhidos."
        action={
          <Button variant="outline" size="sm" onClick={onClear}>
            Limpar busca e filtros
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={Users}
      title="Sua base começa aqui"
      description="Leads são as empresas que você quer ter como clientes. Faça uma busca e elas aparecem nesta lista, com WhatsApp e site."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button asChild size="sm">
            <Link href={paths.pagesSearch}>
              <Search aria-hidden />
              Buscar leads
            </Link>
          </Button>
          <Button variant="outline" size="sm" onClick={onCreate}>
            <Plus aria-hidden />
            Criar lead
          </Button>
        </div>
      }
    />
  );
}
