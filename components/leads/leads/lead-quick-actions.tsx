"use client";

import { Copy, ExternalLink, MessageCircle, Phone } from "lucide-react";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import type { Lead } from "@/lib/contracts/leads/leads";
import { toCallAddress } from "@/lib/domain/phone/call-address";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { chatPath } from "@/lib/paths";
import { copyNumber } from "./copy-number";

/** The most frequent actions on a lead: write, call, copy the number. */
export function LeadQuickActions({ lead }: { lead: Lead }) {
  const callable = formatKeptNumber(lead.whatsapp) || formatPhone(lead.phone);
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2">
      {lead.whatsapp && (
        <>
          <Button asChild size="sm">
            <Link href={chatPath(lead.whatsapp)}>
              <MessageCircle aria-hidden />
              Abrir conversa
            </Link>
          </Button>
          <Button asChild variant="outline" size="sm">
            <a href={`https://wa.me/${lead.whatsapp}`} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              Abrir no WhatsApp
            </a>
          </Button>
        </>
      )}
      {callable && (
        <>
          <Button asChild variant="outline" size="sm">
            <a href={toCallAddress(lead)}>
              <Phone aria-hidden />
              Ligar
            </a>
          </Button>
          <Button variant="outline" size="sm" onClick={() => copyNumber(callable)}>
            <Copy aria-hidden />
            Copiar número
          </Button>
        </>
      )}
    </div>
  );
}
