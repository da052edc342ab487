"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2, MessageCircle, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { ErrorState } from "@/components/shared/error-state";
import { Button } from "@/components/ui/button";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import type { Lead, LeadDetails } from "@/lib/contracts/leads";
import { formatKeptNumber, formatPhone } from "@/lib/domain/phone/phone";
import { errorText, isError } from "@/lib/error-text";
import { formatCnpj, formatDateTime, websiteHref, websiteLabel } from "@/lib/format";
import { chatPath, leadsOfListPath } from "@/lib/paths";
import { CompanyStatusBadge } from "./company-status-badge";
import { CompleteLeadsDialog } from "./complete-leads-dialog";
import { Fact, OutsideLink } from "./lead-fact";
import { LeadHistory } from "./lead-history";
import { getEvidenceMethodLabel, getLeadSourceLabel } from "./lead-labels";
import { LeadStatusBadge } from "./lead-status-badge";
import { leadQueries } from "./leads.queries";

interface LeadDrawerProps {
  leadId: number;
  onClose: () => void;
  onEdit: (lead: Lead) => void;
  onDelete: (lead: Lead) => void;
}

export function LeadDrawer({ leadId, onClose, onEdit, onDelete }: LeadDrawerProps) {
  const details = useQuery(leadQueries.details(leadId));
  const lead = details.data;
  const [completing, setCompleting] = useState(false);
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
      onClose={onClose}
      title={lead?.name ?? "Lead"}
      description={lead ? `Criado em ${formatDateTime(lead.created_at)}` : "Detalhes do lead"}
      footer={
        lead && (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" onClick={() => onEdit(lead)}>
              <Pencil aria-hidden />
              Editar lead
            </Button>
            {lead.whatsapp && (
              <Button asChild variant="outline">
                <Link href={chatPath(lead.whatsapp)}>
                  <MessageCircle aria-hidden />
                  Abrir conversa
                </Link>
              </Button>
            )}
            {lead.cnpj && (
              <Button variant="outline" onClick={() => setCompleting(true)}>
                <Building2 aria-hidden />
                Completar pela Receita
              </Button>
            )}
            <Button variant="ghost" onClick={() => onDelete(lead)}>
              <Trash2 aria-hidden />
              Excluir lead
            </Button>
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
        <Details lead={lead} onLeave={onClose} />
      ) : (
        <div className="space-y-3" aria-busy>
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Sheet>
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

/** `onLeave` is called by links to other leads, which the drawer would cover. */
function Details({ lead, onLeave }: { lead: LeadDetails; onLeave: () => void }) {
  return (
    <div className="space-y-6">
      <dl className="grid grid-cols-[8rem_1fr] gap-x-3 gap-y-2.5 text-sm">
        <Fact label="Status">
          <span className="flex flex-wrap items-center gap-2">
            <LeadStatusBadge status={lead.status} />
            <CompanyStatusBadge status={lead.company_status} />
          </span>
        </Fact>
        <Fact label="WhatsApp">{formatKeptNumber(lead.whatsapp)}</Fact>
        <Fact label="Telefone">{formatPhone(lead.phone)}</Fact>
        <Fact label="E-mail">{lead.email}</Fact>
        <Fact label="Site">
          {lead.website && (
            <OutsideLink href={websiteHref(lead.website)}>{websiteLabel(lead.website)}</OutsideLink>
          )}
        </Fact>
        <Fact label="Endereço">{lead.address}</Fact>
        <Fact label="Cidade">{[lead.city, lead.state].filter(Boolean).join("/")}</Fact>
        <Fact label="CNPJ">{formatCnpj(lead.cnpj ?? "")}</Fact>
        <Fact label="CNAE">{lead.cnae}</Fact>
        <Fact label="Proprietário">{lead.proprietario}</Fact>
        <Fact label="Observações">{lead.obs}</Fact>
        <Fact label="Observações da IA">{lead.ai_obs}</Fact>
        <Fact label="Contatado em">{lead.contacted_at && formatDateTime(lead.contacted_at)}</Fact>
      </dl>
      <Section title="Origem">
        <p className="text-sm">{getLeadSourceLabel(lead.source)}</p>
        {lead.evidence.length > 0 && (
          <ul className="mt-2 space-y-1.5 text-sm">
            {lead.evidence.map(({ field, url, method, confidence }) => (
              <li key={field} className="min-w-0">
                <span className="text-muted-foreground">{FIELD_LABEL[field] ?? field}: </span>
                <OutsideLink href={websiteHref(url)}>{websiteLabel(url)}</OutsideLink>
                <span className="text-muted-foreground">
                  {" "}
                  · {getEvidenceMethodLabel(method)} · {Math.round(confidence * 100)}% de confiança
                </span>
              </li>
            ))}
          </ul>
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
      <Section title="Listas">
        {lead.lists.length === 0 ? (
          <p className="text-muted-foreground text-sm">Em nenhuma lista.</p>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {lead.lists.map(({ id, name }) => (
              <li key={id}>
                <Link
                  href={leadsOfListPath(id)}
                  onClick={onLeave}
                  className="inline-flex min-h-8 items-center rounded-md bg-accent px-2.5 text-sm hover:bg-muted pointer-coarse:min-h-10"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Histórico">
        <LeadHistory leadId={lead.id} />
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
