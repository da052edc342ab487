"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { Page } from "@/components/shared/page";
import { Button } from "@/components/ui/button";
import { whatsappQueries } from "@/components/whatsapp/whatsapp.queries";
import { paths } from "@/lib/paths";
import { CampaignForm } from "./campaign-form";

export function NewCampaignScreen() {
  const { data: instance } = useQuery(whatsappQueries.instance());
  return (
    <Page
      title="Prospecção pelo WhatsApp"
      description="Escreva a mensagem, escolha quantos leads e deixe o envio acontecer no ritmo seguro."
      actions={
        <Button asChild variant="outline">
          <Link href={paths.activities}>Ver atividades</Link>
        </Button>
      }
    >
      {instance && !instance.connected && (
        <aside
          aria-label="WhatsApp desconectado"
          className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-xl border border-primary/40 bg-primary-soft px-4 py-3"
        >
          <p className="flex items-start gap-2.5">
            <CircleAlert className="mt-0.5 size-4 shrink-0 text-primary-text" aria-hidden />
            Seu WhatsApp não está conectado. Conecte-o antes de iniciar a prospecção.
          </p>
          <Button asChild size="sm" variant="outline">
            <Link href={paths.dashboard}>Conectar no Dashboard</Link>
          </Button>
        </aside>
      )}
      <CampaignForm />
    </Page>
  );
}
