"use client";

import { useQuery } from "@tanstack/react-query";
import {
  Building2,
  ChevronDown,
  ChevronUp,
  type LucideIcon,
  Merge,
  Pencil,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { CompanyFold } from "@/components/leads/company/company-fold";
import { CompanyProfile } from "@/components/leads/company/company-profile";
import { OwnFacts } from "@/components/leads/own-fields/own-facts";
import { LeadTasks } from "@/components/leads/tasks/lead-tasks";
import { useSessionUser } from "@/components/session/session-context";
import { DiscardQuestion } from "@/components/shared/feedback/discard-question";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { DirtyForms, useCloseQuestion } from "@/components/shared/feedback/use-close-question";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import type { Lead, LeadDetails, ListedLead } from "@/lib/contracts/leads/leads";
import { errorText, isError } from "@/lib/error-text";
import { formatDateTime, websiteHref, websiteLabel } from "@/lib/format";
import { leadsOfListPath } from "@/lib/paths";
import { CompleteLeadsDialog } from "./complete-leads-dialog";
import { DealFacts } from "./deal-facts";
import { LeadFirstContact } from "./first-contact";
import { LeadContacts } from "./lead-contacts";
import { OutsideLink } from "./lead-fact";
import { LeadFacts } from "./lead-facts";
import { getEvidenceMethodLabel, getLeadSourceLabel } from "./lead-labels";
import { LeadMerges } from "./lead-merges";
import { LeadQuickActions } from "./lead-quick-actions";
import { LeadTags } from "./lead-tags";
import { LeadTimeline } from "./lead-timeline";
import { leadQueries } from "./leads.queries";
import { MergeSearchDialog } from "./merge-search-dialog";

interface LeadDrawerProps {
  leadId: number;
  /** Its row in the table, shown until the rest is loaded: without a connection, until it is back. */
  known: ListedLead | undefined;
  /** The leads before and after it in the table. */
  neighbours: { previous: number | null; next: number | null };
  onOpen: (leadId: number) => void;
  onClose: () => void;
  onEdit: (lead: ListedLead) => void;
  onDelete: (lead: Lead) => void;
}

/** The values that a row of the table does not contain. */
const NOT_IN_ROW = { contacted_at: null, lists: [], evidence: [], profiles: [] };

export function LeadDrawer(props: LeadDrawerProps) {
  const { leadId, known, neighbours, onOpen, onClose, onEdit, onDelete } = props;
  const details = useQuery({
    ...leadQueries.details(leadId),
    placeholderData: known && { lead: { ...known, ...NOT_IN_ROW, updated_at: known.created_at } },
  });
  const lead = details.data;
  const [completing, setCompleting] = useState(false);
  const { seesAll } = useSessionUser();
  const [merging, setMerging] = useState(false);
  const leaving = useCloseQuestion();
  const open = (id: number) => leaving.leave(() => onOpen(id));
  if (merging && lead) {
    return (
      <MergeSearchDialog
        lead={lead}
        onMerged={(survivorId) => {
          setMerging(false);
          onOpen(survivorId);
        }}
        onClose={() => setMerging(false)}
      />
    );
  }
  if (completing) {
    return (
      <CompleteLeadsDialog
        leads={{ lead_ids: [leadId] }}
        onCompleted={() => setCompleting(false)}
        onClose={() => setCompleting(false)}
      />
    );
  }
  return (
    <Sheet
      open
      onClose={() => leaving.leave(onClose)}
      closesOnBack={leaving.losesWords}
      title={lead?.name ?? "Lead"}
      description={lead ? `Criado em ${formatDateTime(lead.created_at)}` : "Detalhes do lead"}
      question={
        leaving.isAsking && <DiscardQuestion onKeep={leaving.keep} onDiscard={leaving.discard} />
      }
      footer={
        lead && (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" onClick={() => leaving.leave(() => onEdit(lead))}>
              <Pencil aria-hidden />
              Editar lead
            </Button>
            {lead.cnpj && (
              <Button variant="outline" onClick={() => leaving.leave(() => setCompleting(true))}>
                <Building2 aria-hidden />
                Completar pela Receita
              </Button>
            )}
            {seesAll && (
              <Button variant="outline" onClick={() => leaving.leave(() => setMerging(true))}>
                <Merge aria-hidden />
                Juntar com outro lead…
              </Button>
            )}
            <Button variant="ghost" onClick={() => onDelete(lead)}>
              <Trash2 aria-hidden />
              Excluir lead
            </Button>
            <div className="ml-auto flex gap-1">
              <Neighbour
                label="Lead anterior"
                icon={ChevronUp}
                leadId={neighbours.previous}
                onOpen={open}
              />
              <Neighbour
                label="Próximo lead"
                icon={ChevronDown}
                leadId={neighbours.next}
                onOpen={open}
              />
            </div>
          </div>
        )
      }
    >
      {details.isError && !lead ? (
        <ErrorState
          title={
            isError(details.error, "not_found")
              ? "Este lead não existe mais"
              : "Não foi possível carregar o lead"
          }
          detail={errorText(details.error)}
          onRetry={details.refetch}
          retrying={details.isFetching}
        />
      ) : lead ? (
        <>
          <LeadQuickActions lead={lead} />
          <DirtyForms value={leaving.tell}>
            {/* Mounted again for each lead: text typed for one must not be saved for another. */}
            <Details key={lead.id} lead={lead} isPartial={details.isPlaceholderData} />
          </DirtyForms>
        </>
      ) : (
        <div className="space-y-3" aria-busy>
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Sheet>
  );
}

interface NeighbourProps {
  label: string;
  icon: LucideIcon;
  leadId: number | null;
  onOpen: (leadId: number) => void;
}

function Neighbour({ label, icon: Icon, leadId, onOpen }: NeighbourProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      disabled={leadId === null}
      onClick={() => leadId !== null && onOpen(leadId)}
    >
      <Icon aria-hidden />
    </Button>
  );
}

const FIELD_LABEL: Record<string, string> = {
  name: "Nome",
  whatsapp: "WhatsApp",
  phone: "Telefone",
  email: "E-mail",
  cnpj: "CNPJ",
  address: "Endereço",
};

interface DetailsProps {
  lead: LeadDetails;
  /** Only its row is loaded so far. */
  isPartial: boolean;
}

function Details({ lead, isPartial }: DetailsProps) {
  return (
    <div className="space-y-6">
      <LeadFacts lead={lead} />
      {lead.cnpj && (
        <Section title="Empresa">
          <CompanyFold key={lead.cnpj} title="Dados da Receita Federal">
            <CompanyProfile cnpj={lead.cnpj} />
          </CompanyFold>
        </Section>
      )}
      <Section title="Contatos">
        <LeadContacts leadId={lead.id} />
      </Section>
      <Section title="Negócio">
        <DealFacts lead={lead} />
      </Section>
      <Section title="Campos">
        <OwnFacts leadId={lead.id} values={lead.own} />
      </Section>
      <Section title="Tarefas">
        <LeadTasks leadId={lead.id} />
      </Section>
      <Section title="Etiquetas">
        <LeadTags leadId={lead.id} tagIds={lead.tag_ids} />
      </Section>
      <Section title="Origem">
        <p className="text-sm">{getLeadSourceLabel(lead.source)}</p>
        {!isPartial && <LeadFirstContact lead={lead} />}
        {lead.evidence.length > 0 && (
          <details className="mt-1 text-sm">
            <summary className="inline-flex min-h-8 cursor-pointer items-center rounded text-primary-text underline-offset-4 hover:underline">
              De onde veio cada dado
            </summary>
            <ul className="mt-1 space-y-1.5">
              {lead.evidence.map(({ field, url, method, confidence }) => (
                <li key={field} className="min-w-0">
                  <span className="text-muted-foreground">{FIELD_LABEL[field] ?? field}: </span>
                  <OutsideLink href={websiteHref(url)}>{websiteLabel(url)}</OutsideLink>
                  <span className="text-muted-foreground">
                    {" "}
                    · {getEvidenceMethodLabel(method)} · {Math.round(confidence * 100)}% de
                    confiança
                  </span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </Section>
      {lead.profiles.length > 0 && (
        <Section title="Redes sociais">
          <ul className="space-y-1.5 text-sm">
            {lead.profiles.map(({ network, url }) => (
              <li key={network} className="min-w-0">
                <span className="text-muted-foreground">{network}: </span>
                <OutsideLink href={url}>{websiteLabel(url)}</OutsideLink>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {!isPartial && (
        <Section title="Listas">
          {lead.lists.length === 0 ? (
            <p className="text-muted-foreground text-sm">Em nenhuma lista.</p>
          ) : (
            <ul className="flex flex-wrap gap-2">
              {lead.lists.map(({ id, name }) => (
                <li key={id}>
                  <Link
                    href={leadsOfListPath(id)}
                    className="inline-flex min-h-8 items-center rounded-md bg-accent px-2.5 text-sm hover:bg-muted pointer-coarse:min-h-10"
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
      <Section title="Histórico">
        <LeadMerges leadId={lead.id} />
        <LeadTimeline leadId={lead.id} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold text-sm">{title}</h3>
      {children}
    </section>
  );
}
