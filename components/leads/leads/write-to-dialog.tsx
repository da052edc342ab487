"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { nameContact } from "@/lib/domain/leads/lead-contacts";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { errorText } from "@/lib/error-text";
import { contactQueries } from "./lead-contacts.queries";

interface WriteToDialogProps {
  lead: { id: number; name: string };
  onChoose: (number: string) => void;
  onClose: () => void;
}

/** Asks which contact of a company to write to. If there is only one number, it is chosen at once. */
export function WriteToDialog({ lead, onChoose, onClose }: WriteToDialogProps) {
  const found = useQuery(contactQueries.ofLead(lead.id));
  const reachable =
    found.data && [found.data.main, ...found.data.contacts].filter(({ whatsapp }) => whatsapp);
  const only = reachable?.length === 1 ? reachable[0]?.whatsapp : undefined;
  useEffect(() => {
    if (only) onChoose(only);
  }, [only, onChoose]);
  if (only) return null;
  return (
    <Modal title="Escrever para quem?" description={lead.name} onClose={onClose}>
      {found.isError && !found.data ? (
        <ErrorState
          title="Não foi possível carregar os contatos"
          detail={errorText(found.error)}
          onRetry={found.refetch}
          retrying={found.isFetching}
        />
      ) : !reachable ? (
        <Skeleton className="h-24 w-full" />
      ) : reachable.length === 0 ? (
        <p className="text-muted-foreground">Nenhum contato deste lead tem WhatsApp.</p>
      ) : (
        <ul className="space-y-2">
          {reachable.map((contact, at) => (
            <li key={contact.whatsapp}>
              <Button
                variant="outline"
                className="h-auto w-full justify-between gap-3 py-2 text-left"
                autoFocus={at === 0}
                onClick={() => contact.whatsapp && onChoose(contact.whatsapp)}
              >
                <span className="min-w-0 break-words">
                  {nameContact(contact) || (at === 0 ? "Contato principal" : "Sem nome")}
                </span>
                <span className="shrink-0 text-muted-foreground tabular-nums">
                  {formatKeptNumber(contact.whatsapp)}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
