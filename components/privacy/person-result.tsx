"use client";

import { useQuery } from "@tanstack/react-query";
import { Eraser, FileDown, PencilLine, SearchX } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Candidate, FoundPerson } from "@/lib/contracts/privacy/privacy";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { describeCounts, type PrivacyKind } from "@/lib/domain/privacy/privacy-request";
import { errorText } from "@/lib/error-text";
import { formatCnpj, formatDate } from "@/lib/format";
import { leadPath } from "@/lib/paths";
import { privacyQueries } from "./privacy.queries";
import type { PersonLookup } from "./privacy-screen";

const RequestDialog = lateDialog(async () => (await import("./request-dialog")).RequestDialog);

interface PersonResultProps {
  lookup: PersonLookup;
  onChoose: (lookup: PersonLookup) => void;
}

export function PersonResult({ lookup, onChoose }: PersonResultProps) {
  const person = useQuery(privacyQueries.person(lookup));
  return (
    <Card aria-label="Resultado" aria-busy={person.isPending}>
      {person.isPending && (
        <CardContent className="space-y-3 pt-5">
          <Skeleton className="h-5 w-56 max-w-full" />
          <Skeleton className="h-4 w-80 max-w-full" />
          <Skeleton className="h-9 w-64 max-w-full" />
        </CardContent>
      )}
      {person.isError && (
        <ErrorState
          title="Erro ao procurar a pessoa"
          detail={errorText(person.error)}
          onRetry={person.refetch}
          retrying={person.isFetching}
        />
      )}
      {person.data?.found && <Found person={person.data.found} lookup={lookup} />}
      {person.data && !person.data.found && (
        <Candidates candidates={person.data.candidates} onChoose={onChoose} />
      )}
    </Card>
  );
}

function Found({ person, lookup }: { person: FoundPerson; lookup: PersonLookup }) {
  const [asked, setAsked] = useState<PrivacyKind | null>(null);
  const held = describeCounts(person.counts);
  const { first_message_at: first, last_message_at: last } = person;
  return (
    <>
      <CardHeader>
        <CardTitle className="flex flex-wrap items-center gap-2 break-all">
          {showKeys(person.keys)}
          {person.erased && <Badge tone="info">Já apagada</Badge>}
        </CardTitle>
      </CardHeader>
      <CardContent className="space-y-4">
        {held.length === 0 ? (
          <p className="text-muted-foreground text-sm">{describeNothing(person)}</p>
        ) : (
          <ul className="flex flex-wrap gap-2" aria-label="O que é guardado">
            {held.map((each) => (
              <li key={each} className="rounded-md border border-border px-2.5 py-1 text-sm">
                {each}
              </li>
            ))}
          </ul>
        )}
        {first && last && (
          <p className="text-muted-foreground text-sm">
            Mensagens de {formatDate(first)} a {formatDate(last)}.
          </p>
        )}
        {person.leads.length > 0 && (
          <ul className="space-y-1 text-sm" aria-label="Leads">
            {person.leads.map(({ id, name, contact_name, is_main, is_shared }) => (
              <li key={`${id} ${is_main}`}>
                <Link
                  href={leadPath(id)}
                  className="font-medium underline-offset-4 hover:underline"
                >
                  {name}
                </Link>
                <span className="text-muted-foreground">
                  {contact_name && ` · ${contact_name}`}
                  {` · ${describeTie(is_main, is_shared)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => setAsked("export")}>
            <FileDown aria-hidden />
            Exportar
          </Button>
          <Button variant="outline" onClick={() => setAsked("correct")}>
            <PencilLine aria-hidden />
            Registrar correção
          </Button>
          <Button variant="danger" onClick={() => setAsked("erase")}>
            <Eraser aria-hidden />
            Apagar tudo
          </Button>
        </div>
      </CardContent>
      {asked && (
        <RequestDialog
          kind={asked}
          keys={toAskedKeys(lookup)}
          counts={person.counts}
          hasLeads={person.leads.some(({ is_main, is_shared }) => is_main && !is_shared)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function describeNothing({ erased, leads }: FoundPerson): string {
  if (leads.length > 0) {
    return "Só o telefone ou o e-mail procurado é guardado, e não é de um lead só. Apagar o tira de cada um deles, e impede que entre de novo.";
  }
  return erased
    ? "Nada é guardado desta pessoa, e nada dela entra de novo."
    : "Nada é guardado desta pessoa. Apagar mesmo assim impede que ela entre por uma busca, importação ou mensagem.";
}

function describeTie(isMain: boolean, isShared: boolean): string {
  if (!isMain) return "outro contato";
  return isShared ? "fica, sem este dado" : "contato principal";
}

/** The keys of the search: the server finds the person's other keys itself, as for this result. */
function toAskedKeys({ phone, email, cnpj }: PersonLookup) {
  return {
    phones: phone ? [phone] : [],
    emails: email ? [email] : [],
    cnpjs: cnpj ? [cnpj] : [],
  };
}

function Candidates({
  candidates,
  onChoose,
}: {
  candidates: Candidate[];
  onChoose: (lookup: PersonLookup) => void;
}) {
  if (candidates.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="Ninguém com este nome"
        description="Procure pelo telefone ou pelo e-mail: é por eles que uma pessoa é reconhecida."
      />
    );
  }
  return (
    <>
      <CardHeader>
        <CardTitle>Quem é a pessoa?</CardTitle>
      </CardHeader>
      <ul className="divide-y divide-border" aria-label="Pessoas com este nome">
        {candidates.map((candidate) => (
          <li
            key={`${candidate.name} ${candidate.company} ${showKeys(candidate.keys)}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3"
          >
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium text-sm">{candidate.name}</p>
              <p className="truncate text-muted-foreground text-sm">
                {[candidate.company, showKeys(candidate.keys)].filter(Boolean).join(" · ")}
              </p>
            </div>
            <Button
              variant="outline"
              size="sm"
              aria-label={`Ver ${candidate.name}`}
              onClick={() => onChoose(toLookup(candidate))}
            >
              Ver
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function toLookup({ keys }: Candidate): PersonLookup {
  const [phone] = keys.phones;
  const [email] = keys.emails;
  const [cnpj] = keys.cnpjs;
  if (phone) return { phone };
  return email ? { email } : { cnpj };
}

function showKeys({ phones, emails, cnpjs }: FoundPerson["keys"]): string {
  return [
    ...phones.map((phone) => (phone.includes("@") ? phone : formatKeptNumber(phone.slice(1)))),
    ...emails,
    ...cnpjs.map(formatCnpj),
  ].join(" · ");
}
