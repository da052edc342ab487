import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { Skeleton } from "@/components/ui/skeleton";
import type { PriceEstimate } from "@/lib/contracts/campaigns/campaign-templates";
import { CAMPAIGN_MIN_LEADS } from "@/lib/domain/campaigns/campaign";
import { describePrice } from "@/lib/domain/campaigns/message-price";
import { errorText } from "@/lib/error-text";
import { countOf, formatNumber } from "@/lib/format";
import { useAudienceChoice } from "./use-audience-choice";
import type { CampaignForm } from "./use-campaign-form";

/** The cost of a campaign by template, and how many contacts it still reaches today. Nothing for a campaign of texts. */
export function PriceLine({ form }: { form: CampaignForm }) {
  const audience = useAudienceChoice(form);
  const [chosen, optIn] = useWatch({ control: form.control, name: ["templates", "opt_in"] });
  const templates = (chosen ?? [])
    .filter(({ name }) => name !== "")
    .map(({ name, language }) => ({ name, language }));
  const price = useQuery({
    ...campaignQueries.price({ ...audience, templates }),
    enabled: templates.length > 0 && audience.num_leads >= CAMPAIGN_MIN_LEADS,
    placeholderData: keepPreviousData,
  });
  if (chosen === null) return null;
  if (templates.length === 0) {
    return (
      <p className="text-[0.8125rem] text-muted-foreground">Escolha um modelo para ver o preço.</p>
    );
  }
  if (price.isError) {
    return (
      <p className="text-[0.8125rem] text-danger-text">
        O preço não pôde ser calculado: {errorText(price.error)}
      </p>
    );
  }
  if (!price.data) return <Skeleton className="h-5 w-64 max-w-full" />;
  const { data } = price;
  return (
    <>
      <p className="font-semibold tabular-nums" data-testid="price">
        {describePrice(data.messages, { ...data, micros: data.micros ?? 0 })}
        {!data.confirmed && data.micros !== null && (
          <span className="font-normal text-muted-foreground"> (preço a confirmar)</span>
        )}
      </p>
      <p className="text-pretty text-[0.8125rem] text-muted-foreground tabular-nums">
        {describeRoom(data)}
      </p>
      {!optIn && data.without_opt_in > 0 && (
        <p className="text-pretty text-[0.8125rem] text-danger-text">
          {countOf(data.without_opt_in, "pessoa não tem", "pessoas não têm")} autorização registrada
          para ofertas e não {data.without_opt_in === 1 ? "recebe" : "recebem"} a mensagem.
        </p>
      )}
    </>
  );
}

function describeRoom({ room, messages }: PriceEstimate): string {
  if (!room) return "A Meta não disse quantas pessoas o portfólio ainda alcança hoje.";
  if (room.left === null) return "O portfólio não tem limite de pessoas por dia.";
  const people = countOf(room.left, "pessoa", "pessoas");
  const short =
    room.left < messages ? `: menos que as ${formatNumber(messages)} desta campanha` : "";
  return `Hoje o portfólio ainda alcança ${people}${short}.`;
}
