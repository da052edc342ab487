import { Contact, ListChecks, Search, SearchX } from "lucide-react";
import Link from "next/link";
import { EmptyState } from "@/components/shared/empty-state";
import { ErrorState } from "@/components/shared/error-state";
import { Button } from "@/components/ui/button";
import { errorText } from "@/lib/error-text";
import { paths } from "@/lib/paths";

interface ListsFallbackProps {
  page: {
    data: { lists: unknown[]; pagination: { total: number } } | undefined;
    isError: boolean;
    isFetching: boolean;
    error: unknown;
    refetch: () => void;
  };
  search: string;
  number: number;
  onClear: () => void;
  onFirstPage: () => void;
}

/** In place of rows: what went wrong, or why there are none. */
export function ListsFallback({ page, search, number, onClear, onFirstPage }: ListsFallbackProps) {
  if (page.isError && !page.data) {
    return (
      <ErrorState
        title="Erro ao carregar listas"
        detail={errorText(page.error)}
        onRetry={page.refetch}
        retrying={page.isFetching}
      />
    );
  }
  if (!page.data || page.data.lists.length > 0) return null;
  if (number > 1 && page.data.pagination.total > 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="Esta página não existe mais"
        description="Há menos listas do que havia."
        action={
          <Button variant="outline" size="sm" onClick={onFirstPage}>
            Ir para a primeira página
          </Button>
        }
      />
    );
  }
  if (search !== "") {
    return (
      <EmptyState
        icon={SearchX}
        title="Nenhuma lista encontrada"
        description="Nada corresponde ao que você pesquisou."
        action={
          <Button variant="outline" size="sm" onClick={onClear}>
            Limpar busca
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={ListChecks}
      title="Nenhuma lista ainda"
      description="Faça uma busca e ela vira uma lista com os leads que encontrou. Ou monte uma com os contatos do seu WhatsApp."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button asChild size="sm">
            <Link href={paths.pagesSearch}>
              <Search aria-hidden />
              Buscar leads
            </Link>
          </Button>
          <Button asChild variant="outline" size="sm">
            <Link href={paths.whatsappContacts}>
              <Contact aria-hidden />
              Usar meus contatos
            </Link>
          </Button>
        </div>
      }
    />
  );
}
