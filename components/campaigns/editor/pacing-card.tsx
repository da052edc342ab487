import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { latePart } from "@/components/shared/feedback/late-code";
import { AccordionCard } from "@/components/shared/layout/accordion-card";
import { Skeleton } from "@/components/ui/skeleton";
import type { NumberHealth } from "@/lib/contracts/campaigns/campaigns";
import type { CampaignForm } from "./use-campaign-form";

const PacingFields = dynamic(
  latePart(async () => (await import("./pacing-fields")).PacingFields),
  {
    loading: () => <Skeleton className="h-96 w-full sm:h-64" />,
  },
);

/** How much slower than the installation this campaign writes. */
export function PacingCard({ form }: { form: CampaignForm }) {
  const [open, setOpen] = useState(false);
  const installation = useQuery(campaignQueries.numberHealth()).data;
  const error = form.formState.errors.pacing;
  return (
    <AccordionCard
      title="Ritmo"
      summary={
        error ? (
          <span className="text-danger-text">Confira os valores</span>
        ) : (
          installation && describePauses(installation)
        )
      }
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <PacingFields form={form} installation={installation} />
    </AccordionCard>
  );
}

function describePauses({ pause_min_seconds, pause_max_seconds }: NumberHealth): string {
  return `Uma mensagem a cada ${pause_min_seconds} a ${pause_max_seconds} s`;
}
