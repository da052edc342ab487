"use client";

import { Search, Send } from "lucide-react";
import Link from "next/link";
import { CreditsCard } from "@/components/credits/credits-card";
import { LatestCreditUses } from "@/components/credits/latest-credit-uses";
import { LeadStatisticsCard } from "@/components/leads/lead-statistics-card";
import { useSessionUser } from "@/components/session/session-context";
import { Page } from "@/components/shared/page";
import { Button } from "@/components/ui/button";
import { WhatsappCard } from "@/components/whatsapp/whatsapp-card";
import { paths } from "@/lib/paths";
import { LeadDaysCard, ListSourcesCard, MessageDaysCard, useCreatedToday } from "./activity-cards";

export function DashboardScreen() {
  const { name } = useSessionUser();
  const createdToday = useCreatedToday();
  return (
    <Page
      title={name ? `Bem-vindo, ${name}!` : "Bem-vindo!"}
      description="O que aconteceu com seus leads e o que falta para a próxima campanha."
      actions={
        <>
          <Button asChild variant="outline">
            <Link href={paths.newCampaign}>
              <Send aria-hidden />
              Nova campanha
            </Link>
          </Button>
          <Button asChild>
            <Link href={paths.pagesSearch}>
              <Search aria-hidden />
              Buscar leads
            </Link>
          </Button>
        </>
      }
    >
      <div className="grid gap-4 lg:grid-cols-2">
        <LeadStatisticsCard className="lg:col-span-2" />
        <WhatsappCard />
        <div className="grid min-w-0 lg:row-span-2">
          <CreditsCard createdToday={createdToday}>
            <LatestCreditUses />
          </CreditsCard>
        </div>
        <ListSourcesCard />
        <LeadDaysCard />
        <MessageDaysCard />
      </div>
    </Page>
  );
}
