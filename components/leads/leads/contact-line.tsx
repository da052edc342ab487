"use client";

import { Copy, MessageCircle, MoreHorizontal, Pencil, Phone, Star, Trash2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import Link from "@/components/ui/link";
import type { LeadContact, MainContact } from "@/lib/contracts/leads/lead-contacts";
import { nameContact } from "@/lib/domain/leads/lead-contacts";
import { toCallAddress } from "@/lib/domain/phone/call-address";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { chatPath } from "@/lib/paths";
import { copyNumber } from "./copy-number";

interface ContactLineProps {
  contact: MainContact | LeadContact;
  /** Its conversation is open next to it. */
  isOpen: boolean;
  /** Actions for a contact that is not the main one. */
  actions?: { onEdit: () => void; onMakeMain: () => void; onRemove: () => void };
}

/** A contact of the company, with the most common actions: write, call, copy the number. */
export function ContactLine({ contact, isOpen, actions }: ContactLineProps) {
  const { whatsapp, phone, email } = contact;
  const callable = formatKeptNumber(whatsapp) || formatPhone(phone);
  const values = [formatKeptNumber(whatsapp), formatPhone(phone), email].filter(Boolean);
  const named = nameContact(contact);
  const name = named || values[0] || "Contato principal";
  return (
    <li className="flex items-start gap-1 py-2">
      <div className="min-w-0 flex-1 pt-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 break-words font-medium">{name}</span>
          {!actions && !contact.opted_out && <Badge tone="gold">Campanhas escrevem aqui</Badge>}
          {isOpen && <Badge tone="info">Nesta conversa</Badge>}
          {contact.opted_out && <Badge tone="danger">Pediu para não receber</Badge>}
        </p>
        {(named ? values : values.slice(1)).map((value) => (
          <p key={value} className="break-all text-muted-foreground tabular-nums">
            {value}
          </p>
        ))}
      </div>
      {whatsapp && !isOpen && (
        <Button asChild variant="ghost" size="icon">
          <Link
            href={chatPath(whatsapp)}
            aria-label={`Abrir conversa com ${name}`}
            title={contact.has_conversation ? "Abrir conversa" : "Começar conversa"}
          >
            <MessageCircle aria-hidden />
          </Link>
        </Button>
      )}
      {callable && (
        <>
          <Button asChild variant="ghost" size="icon">
            <a href={toCallAddress(contact)} aria-label={`Ligar para ${name}`} title="Ligar">
              <Phone aria-hidden />
            </a>
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Copiar o número de ${name}`}
            title="Copiar número"
            onClick={() => copyNumber(callable)}
          >
            <Copy aria-hidden />
          </Button>
        </>
      )}
      {actions && (
        <DropdownMenu
          align="end"
          entries={[
            { kind: "action", label: "Editar", icon: Pencil, onSelect: actions.onEdit },
            {
              kind: "action",
              label: "Tornar principal",
              icon: Star,
              onSelect: actions.onMakeMain,
            },
            { kind: "action", label: "Excluir", icon: Trash2, onSelect: actions.onRemove },
          ]}
          trigger={
            <Button variant="ghost" size="icon" aria-label={`Ações de ${name}`}>
              <MoreHorizontal aria-hidden />
            </Button>
          }
        />
      )}
    </li>
  );
}
