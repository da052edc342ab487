"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Contact, ListPlus, PlugZap, RefreshCw, Unplug } from "lucide-react";
import { useState } from "react";
import { whatsappQueries } from "@/components/messaging/whatsapp/whatsapp.queries";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { Page } from "@/components/shared/layout/page";
import { queryKeys } from "@/components/shared/state/query-keys";
import { useMediaQuery } from "@/components/shared/state/use-media-query";
import { useDataTable } from "@/components/shared/table/data-table";
import { PagedTable } from "@/components/shared/table/paged-table";
import { SearchBox } from "@/components/shared/table/search-box";
import { useListParams } from "@/components/shared/table/use-list-params";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import {
  CONTACT_DEFAULT_PAGE_SIZE,
  CONTACT_PAGE_SIZES,
  type WhatsappContact,
} from "@/lib/contracts/messaging/contacts";
import { MOST_CONTACTS_OF_A_LIST } from "@/lib/domain/leads/contact-list";
import { countOf, formatNumber } from "@/lib/format";
import { paths } from "@/lib/paths";
import { contactColumns, narrowContactColumns } from "./contacts.columns";
import { contactMutations, contactQueries } from "./contacts.queries";
import { useContactSelection } from "./use-contact-selection";

const CreateListDialog = lateDialog(
  async () => (await import("./create-list-dialog")).CreateListDialog,
);

/** In narrower windows the columns do not fit: each contact is shown in two lines. */
const NARROW_WINDOW = "(max-width: 1100px)";

const NO_CONTACTS: WhatsappContact[] = [];

export function ContactsScreen() {
  const client = useQueryClient();
  const [params, change] = useListParams(CONTACT_PAGE_SIZES, CONTACT_DEFAULT_PAGE_SIZE);
  const page = useQuery(contactQueries.page(params));
  const instance = useQuery(whatsappQueries.instance());
  const connected = instance.data?.connected === true;
  const sync = useMutation(contactMutations.sync(client));
  const rows = page.data?.contacts ?? NO_CONTACTS;
  const total = page.data?.pagination.total ?? 0;
  const selection = useContactSelection(rows);
  const isNarrow = useMediaQuery(NARROW_WINDOW);
  const [naming, setNaming] = useState(false);
  const table = useDataTable({
    columns: isNarrow ? narrowContactColumns : contactColumns,
    rows,
    rowId: (contact) => String(contact.id),
  });

  function refresh() {
    sync.mutate(undefined, {
      onSuccess: ({ contacts_count }) =>
        notifySuccess(`${countOf(contacts_count, "contato atualizado", "contatos atualizados")}.`),
    });
  }

  function openListDialog() {
    if (selection.count <= MOST_CONTACTS_OF_A_LIST) return setNaming(true);
    notifyError(`Selecione no máximo ${formatNumber(MOST_CONTACTS_OF_A_LIST)} contatos.`);
  }

  return (
    <Page
      fill
      title="Contatos do WhatsApp"
      description="A agenda do número conectado. Selecione contatos e faça deles uma lista de leads."
      actions={
        <>
          {connected && (
            <Button variant="outline" onClick={refresh} loading={sync.isPending}>
              {!sync.isPending && <RefreshCw aria-hidden />}
              Atualizar
            </Button>
          )}
          <Button disabled={selection.count === 0} onClick={openListDialog}>
            <ListPlus aria-hidden />
            Criar Lista ({formatNumber(selection.count)})
          </Button>
        </>
      }
    >
      <div className="mb-3 flex shrink-0 flex-wrap items-center gap-2">
        <SearchBox
          label="Pesquisar contatos"
          value={params.search}
          onSearch={(search) => change({ search })}
        />
        {selection.count > 0 && (
          <Button variant="outline" size="lg" onClick={selection.clear}>
            Limpar Seleção
          </Button>
        )}
      </div>
      {instance.data && !connected && total > 0 && <Disconnected />}
      <PagedTable
        table={table}
        caption="Contatos do WhatsApp"
        query={page}
        loading={instance.isPending}
        params={params}
        pageSizes={CONTACT_PAGE_SIZES}
        onChange={change}
        selection={{
          isSelected: selection.isSelected,
          onSelect: selection.select,
          label: ({ name }) => name ?? "contato",
        }}
        errorTitle="Erro ao carregar contatos do WhatsApp"
        shrunk="Há menos contatos do que havia."
        narrowed={params.search !== ""}
        nothingFound={{
          title: "Nenhum contato encontrado",
          description: "Nenhum nome ou número corresponde ao que você pesquisou.",
          clearLabel: "Limpar busca",
        }}
        onClear={() => change({ search: "" })}
        empty={
          connected ? <NoContacts syncing={sync.isPending} onSync={refresh} /> : <NotConnected />
        }
      />
      {naming && (
        <CreateListDialog
          contacts={selection.contacts}
          onCreated={() => {
            setNaming(false);
            selection.clear();
            // They are leads now.
            void client.invalidateQueries({ queryKey: queryKeys.contacts });
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </Page>
  );
}

function NotConnected() {
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

function NoContacts({ syncing, onSync }: { syncing: boolean; onSync: () => void }) {
  return (
    <EmptyState
      icon={Contact}
      title="Nenhum contato ainda"
      description="Logo depois de conectar, o WhatsApp leva um instante para enviar a agenda."
      action={
        <Button size="sm" onClick={onSync} loading={syncing}>
          {!syncing && <RefreshCw aria-hidden />}
          Atualizar
        </Button>
      }
    />
  );
}

/** Shown when contacts exist but the phone is disconnected. */
function Disconnected() {
  return (
    <p className="mb-3 flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-border bg-muted px-3 py-1.5 text-sm">
      <Unplug className="size-4 shrink-0 text-muted-foreground" aria-hidden />
      Seu WhatsApp está desconectado: estes são os contatos de quando esteve conectado.
      <Button asChild variant="link" size="inline" className="min-h-10">
        <Link href={paths.dashboard}>Conectar WhatsApp</Link>
      </Button>
    </p>
  );
}
