import { Contact, PlugZap, RefreshCw, SearchX } from "lucide-react";
import Link from "next/link";
import { EmptyState } from "@/components/shared/empty-state";
import { ErrorState } from "@/components/shared/error-state";
import { Button } from "@/components/ui/button";
import { errorText } from "@/lib/error-text";
import { paths } from "@/lib/paths";

interface ContactsFallbackProps {
  page: {
    data: { contacts: unknown[]; pagination: { total: number } } | undefined;
    isError: boolean;
    isFetching: boolean;
    error: unknown;
    refetch: () => void;
  };
  connected: boolean;
  search: string;
  number: number;
  syncing: boolean;
  onSync: () => void;
  onClear: () => void;
  onFirstPage: () => void;
}

/** In place of rows: what went wrong, or why there are none. */
export function ContactsFallback(props: ContactsFallbackProps) {
  const { page, connected, search, number, syncing } = props;
  if (page.isError && !page.data) {
    return (
      <ErrorState
        title="Erro ao carregar contatos do WhatsApp"
        detail={errorText(page.error)}
        onRetry={page.refetch}
        retrying={page.isFetching}
      />
    );
  }
  if (!page.data || page.data.contacts.length > 0) return null;
  if (number > 1 && page.data.pagination.total > 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="Esta página não existe mais"
        description="Há menos contatos do que havia."
        action={
          <Button variant="outline" size="sm" onClick={props.onFirstPage}>
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
        title="Nenhum contato encontrado"
        description="Nenhum nome ou número corresponde ao que você pesquisou."
        action={
          <Button variant="outline" size="sm" onClick={props.onClear}>
            Limpar busca
          </Button>
        }
      />
    );
  }
  if (!connected) {
    return (
      <EmptyState
        icon={Contact}
        title="Conecte seu WhatsApp"
        description="Com o WhatsApp conectado, os contatos da agenda do seu celular aparecem aqui, prontos para virar uma lista de leads."
        action={
          <Button asChild size="sm">
            <Link href={paths.dashboard}>
              <PlugZap aria-hidden />
              Conectar WhatsApp
            </Link>
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={Contact}
      title="Nenhum contato ainda"
      description="Logo depois de conectar, o WhatsApp leva um instante para enviar a agenda."
      action={
        <Button size="sm" onClick={props.onSync} loading={syncing}>
          {!syncing && <RefreshCw aria-hidden />}
          Atualizar
        </Button>
      }
    />
  );
}
