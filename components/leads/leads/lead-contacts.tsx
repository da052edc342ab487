"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { LeadContact } from "@/lib/contracts/leads/lead-contacts";
import { nameContact } from "@/lib/domain/leads/lead-contacts";
import { formatKeptNumber, isSameNumber } from "@/lib/domain/phone/phone";
import { errorText } from "@/lib/error-text";
import { ContactDialog } from "./contact-dialog";
import { ContactLine } from "./contact-line";
import { contactMutations, contactQueries } from "./lead-contacts.queries";

/** Long enough to read it and to undo it. */
const UNDO_MS = 7_000;

interface LeadContactsProps {
  leadId: number;
  /** The number of the conversation next to it. */
  openNumber?: string | null;
}

/** The persons through whom a company is reached, first the one that campaigns write to. */
export function LeadContacts({ leadId, openNumber = null }: LeadContactsProps) {
  const client = useQueryClient();
  const found = useQuery(contactQueries.ofLead(leadId));
  const bringBack = useMutation(contactMutations.save(client, leadId));
  const removal = useMutation(contactMutations.remove(client));
  const change = useMutation(contactMutations.makeMain(client));
  const [editing, setEditing] = useState<{ contact: LeadContact | null } | null>(null);

  function remove(contact: LeadContact) {
    const { name, role, phone, whatsapp, email } = contact;
    const values = { name, role, phone, email, whatsapp: whatsapp && `+${whatsapp}` };
    removal.mutate(contact.id, {
      onSuccess: () =>
        notifySuccess("Contato excluído.", {
          duration: UNDO_MS,
          action: {
            label: "Desfazer",
            onClick: () => bringBack.mutate({ id: undefined, values }),
          },
        }),
    });
  }

  const makeMain = (contact: LeadContact) =>
    change.mutate(contact.id, {
      onSuccess: () =>
        notifySuccess(
          `As campanhas passam a escrever para ${nameContact(contact) || formatKeptNumber(contact.whatsapp)}.`,
        ),
    });

  if (found.isError && !found.data) {
    return (
      <ErrorState
        title="Não foi possível carregar os contatos"
        detail={errorText(found.error)}
        onRetry={found.refetch}
        retrying={found.isFetching}
      />
    );
  }
  if (!found.data) return <Skeleton className="h-16 w-full" />;
  const { main, contacts } = found.data;
  return (
    <>
      <ul aria-label="Contatos" className="-mt-1 mb-1 divide-y divide-border">
        <ContactLine contact={main} isOpen={isSameNumber(main.whatsapp, openNumber)} />
        {contacts.map((contact) => (
          <ContactLine
            key={contact.id}
            contact={contact}
            isOpen={isSameNumber(contact.whatsapp, openNumber)}
            actions={{
              onEdit: () => setEditing({ contact }),
              onMakeMain: () => makeMain(contact),
              onRemove: () => remove(contact),
            }}
          />
        ))}
      </ul>
      <Button variant="outline" size="sm" onClick={() => setEditing({ contact: null })}>
        <UserPlus aria-hidden />
        Adicionar contato
      </Button>
      {editing && (
        <ContactDialog leadId={leadId} contact={editing.contact} onClose={() => setEditing(null)} />
      )}
    </>
  );
}
