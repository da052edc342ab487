"use client";

import { Copy, ExternalLink, MessageCircle, Phone } from "lucide-react";
import Link from "next/link";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import type { Lead } from "@/lib/contracts/leads/leads";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { chatPath } from "@/lib/paths";

/** What a salesperson does with a lead: write, call, copy the number. */
export function LeadQuickActions({ lead }: { lead: Lead }) {
  const callable = lead.whatsapp ?? lead.phone;
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
            <a href={`tel:+${callable}`}>
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

async function copyNumber(digits: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(formatKeptNumber(digits));
    notifySuccess("Número copiado.");
  } catch {
    notifyError("Não foi possível copiar o número.");
  }
}
