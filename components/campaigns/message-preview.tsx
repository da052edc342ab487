"use client";

import { useQuery } from "@tanstack/react-query";
import { CheckCheck } from "lucide-react";
import { leadQueries } from "@/components/leads/leads.queries";
import { WhatsappText } from "@/components/shared/whatsapp-text";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { renderTemplate, type TemplateLead } from "@/lib/domain/campaigns/message-template";

/** Sample lead, used until the user has one. */
const SAMPLE: TemplateLead = {
  name: "Padaria Flor do Trigo",
  email: "contato@flordotrigo.com.br",
  phone: "1133224455",
  whatsapp: "5511987654321",
  website: "flordotrigo.com.br",
  address: "Rua das Acácias, 120",
  city: "Campinas",
  state: "SP",
  cnpj: "12345678000190",
  cnae: "1091102",
  proprietario: "Helena Prado",
};

export function MessagePreview({ message }: { message: string }) {
  const { data } = useQuery(leadQueries.list({ page: 1, per_page: 10, search: "" }));
  const lead = data?.leads[0] ?? SAMPLE;
  const text = renderTemplate(message, lead, new Date());
  return (
    <Card aria-label="Pré-visualização" className="overflow-hidden">
      <CardHeader className="border-border border-b pb-3">
        <CardTitle>Pré-visualização</CardTitle>
        <p className="truncate text-[0.8125rem] text-muted-foreground">para {lead.name}</p>
      </CardHeader>
      <div className="flex min-h-44 flex-col justify-end bg-chat p-4" aria-live="off">
        {text === "" ? (
          <p className="m-auto text-center text-muted-foreground">
            A mensagem aparece aqui como chega ao WhatsApp do lead.
          </p>
        ) : (
          <div className="ml-auto w-fit max-w-[90%] animate-appear rounded-2xl rounded-br-md bg-bubble px-3 pt-2 pb-1.5 text-bubble-foreground shadow-card">
            <p className="max-h-80 overflow-y-auto whitespace-pre-wrap break-words text-sm leading-5">
              <WhatsappText text={text} />
            </p>
            <p className="mt-0.5 flex items-center justify-end gap-1 text-[0.6875rem] text-bubble-muted">
              agora
              <CheckCheck className="size-3.5" aria-hidden />
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}
