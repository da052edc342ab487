"use client";

import { QueryClient, QueryClientProvider, queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Logo } from "@/components/shared/layout/logo";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/api/client";
import { type PrivacyNotice, privacyNotice } from "@/lib/contracts/custody/privacy-notice";
import { DELETION_DAYS, EXPORT_HOURS } from "@/lib/domain/custody/account-deletion";
import { paths, profilePaths } from "@/lib/paths";

const noticeQuery = queryOptions({
  queryKey: ["privacy-notice"],
  queryFn: ({ signal }) => call(privacyNotice.read, {}, { signal }),
});

/** For everybody, signed in or not: its content depends on the installation's configuration. */
export function PrivacyNoticePage() {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <div className="mx-auto w-full max-w-3xl px-5 py-8 sm:px-8 print:p-0">
        <header className="mb-8">
          <a href={paths.home} aria-label="Garimpo: início" className="inline-block rounded-lg">
            <Logo />
          </a>
          <h1 className="mt-8 font-semibold text-2xl tracking-tight">Privacidade</h1>
          <p className="mt-2 text-pretty text-muted-foreground">
            O que o Garimpo guarda de você e das empresas que você prospecta, por quanto tempo, quem
            recebe e como pedir os seus dados de volta. Esta página é feita da configuração deste
            sistema: ela diz o que ele faz.
          </p>
        </header>
        <main>
          <Notice />
        </main>
      </div>
    </QueryClientProvider>
  );
}

function Notice() {
  const notice = useQuery(noticeQuery);
  if (notice.isError && !notice.data) {
    return (
      <ErrorState
        title="Não foi possível carregar esta página"
        onRetry={notice.refetch}
        retrying={notice.isFetching}
      />
    );
  }
  if (!notice.data) return <Skeleton className="h-96 w-full" />;
  const { kept, recipients, contact } = notice.data;
  return (
    <div className="space-y-10">
      <Section title="O que é guardado, e por quanto tempo">
        <p className="mb-4 text-pretty text-muted-foreground text-sm">
          Depois do prazo, o sistema apaga sozinho. Excluir a conta apaga tudo antes, menos os
          pagamentos, que a lei manda guardar.
        </p>
        <Kept rows={kept} />
      </Section>
      <Section title="Quem recebe">
        <p className="mb-4 text-pretty text-muted-foreground text-sm">
          Só estes serviços, e só o que cada um precisa. Nada é vendido, e nada é usado para
          anúncios.
        </p>
        <dl className="divide-y divide-border text-sm">
          {recipients.map(({ who, what }) => (
            <div key={who} className="py-3">
              <dt className="break-words font-medium">{who}</dt>
              <dd className="mt-0.5 text-pretty text-muted-foreground">{what}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Rights contact={contact} />
    </div>
  );
}

function Kept({ rows }: { rows: PrivacyNotice["kept"] }) {
  return (
    <table className="w-full text-left text-sm">
      <thead className="max-sm:sr-only">
        <tr className="border-border border-b">
          <th className="py-2 pr-4 font-medium">O quê</th>
          <th className="py-2 font-medium sm:w-64">Por quanto tempo</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {rows.map(({ what, how_long }) => (
          <tr key={what} className="max-sm:flex max-sm:flex-col max-sm:py-2.5">
            <td className="text-pretty py-2.5 pr-4 max-sm:p-0 max-sm:font-medium">{what}</td>
            <td className="text-pretty py-2.5 text-muted-foreground max-sm:p-0">{how_long}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Rights({ contact }: { contact: string | null }) {
  return (
    <Section title="Os seus direitos">
      <ul className="list-disc space-y-2 text-pretty pl-5 text-sm">
        <li>
          <strong className="font-semibold">Ver e levar os seus dados.</strong> Em{" "}
          <InnerLink href={profilePaths.ownData}>Meu Perfil, Meus dados</InnerLink>, peça um arquivo
          com tudo. Ele fica pronto em minutos e pode ser baixado por {EXPORT_HOURS} horas.
        </li>
        <li>
          <strong className="font-semibold">Excluir a conta.</strong> No mesmo lugar. Por{" "}
          {DELETION_DAYS} dias você pode desistir; depois tudo é apagado.
        </li>
        <li>
          <strong className="font-semibold">Corrigir.</strong> O cadastro, em{" "}
          <InnerLink href={profilePaths.details}>Meu Perfil</InnerLink>; leads e conversas, nas
          próprias telas.
        </li>
        <li>
          <strong className="font-semibold">Recebeu uma mensagem e não quer outras?</strong>{" "}
          Responda “SAIR” a quem escreveu: o número passa a não receber mais nada daquela conta.
        </li>
      </ul>
      <p className="mt-4 text-pretty text-sm">
        {contact === null ? (
          "Para qualquer outro pedido sobre os seus dados, escreva a quem opera este sistema."
        ) : (
          <>
            Para qualquer outro pedido sobre os seus dados, escreva para{" "}
            <InnerLink href={`mailto:${contact}`}>{contact}</InnerLink>.
          </>
        )}
      </p>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-semibold text-lg tracking-tight">{title}</h2>
      {children}
    </section>
  );
}

function InnerLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="text-primary-text underline underline-offset-4">
      {children}
    </a>
  );
}
