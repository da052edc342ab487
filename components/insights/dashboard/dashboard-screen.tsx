"use client";

import { Search, Send } from "lucide-react";
import { useState } from "react";
import { CreditsCard } from "@/components/accounts/credits/credits-card";
import { LatestCreditUses } from "@/components/accounts/credits/latest-credit-uses";
import { LeadStatisticsCard } from "@/components/leads/leads/lead-statistics-card";
import { WhatsappCard } from "@/components/messaging/whatsapp/whatsapp-card";
import { useSessionUser } from "@/components/session/session-context";
import { Page } from "@/components/shared/layout/page";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { paths } from "@/lib/paths";
import { LeadDaysCard, ListSourcesCard, MessageDaysCard, useCreatedToday } from "./activity-cards";
import { FirstStepsCard, WHATSAPP_CARD_ID } from "./first-steps-card";
import { ForecastCard } from "./forecast-card";
import { PeriodCard } from "./period-card";
import { useFirstSteps } from "./use-first-steps";

/** `firstStepsClosedFor`: the id of the account whose first steps are over in this browser. */
export function DashboardScreen({ firstStepsClosedFor }: { firstStepsClosedFor: number | null }) {
  const { name } = useSessionUser();
  const firstSteps = useFirstSteps(firstStepsClosedFor);
  const hasLeads = !firstSteps.open || firstSteps.done?.has("leads");
  const createdToday = useCreatedToday();
  const [asked, setAsked] = useState(0);
  const connect = () => setAsked(asked + 1);
  return (
    <Page
      title={name ? `Boas-vindas, ${name}!` : "Boas-vindas!"}
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
      {firstSteps.open && <FirstStepsCard {...firstSteps} onConnect={connect} />}
      {/* Whether the steps above are shown, and how tall they are, would push these cards down or up. */}
      <div
        className={cn(
          "grid gap-4 lg:grid-cols-2",
          // The credits card spans two rows. Its spare height goes to the second, so that no gap opens below WhatsApp.
          hasLeads ? "lg:grid-rows-[auto_auto_auto_1fr]" : "lg:grid-rows-[auto_auto_1fr]",
          firstSteps.isLoading && "invisible",
        )}
      >
        <LeadStatisticsCard className="lg:col-span-2" />
        {hasLeads && <PeriodCard className="lg:col-span-2" />}
        <div id={WHATSAPP_CARD_ID} className="min-w-0 scroll-mt-20">
          <WhatsappCard asked={asked} />
        </div>
        <div className="grid min-w-0 lg:row-span-2">
          <CreditsCard createdToday={createdToday}>
            <LatestCreditUses />
          </CreditsCard>
        </div>
        {/* Empty charts say nothing to an account that has yet to begin. */}
        {hasLeads && (
          <>
            <ForecastCard />
            <LeadDaysCard />
            <MessageDaysCard />
            <ListSourcesCard />
          </>
        )}
      </div>
    </Page>
  );
}
