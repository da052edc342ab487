import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Send } from "lucide-react";
import { useWatch } from "react-hook-form";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Audience } from "@/lib/contracts/campaigns/campaigns";
import { describeNewChats } from "@/lib/domain/campaigns/new-chats";
import { describeSending } from "@/lib/domain/campaigns/send-estimate";
import { countOf, formatNumber } from "@/lib/format";
import { PriceLine } from "./price-line";
import type { AudienceQuery } from "./use-audience";
import { useAudienceChoice } from "./use-audience-choice";
import type { CampaignForm } from "./use-campaign-form";

interface LaunchBarProps {
  form: CampaignForm;
  audience: AudienceQuery;
  pending: boolean;
  /** A scheduled campaign is changed. */
  editing: boolean;
}

/** The button, always in view, with the campaign's audience and duration. */
export function LaunchBar({ form, audience, pending, editing }: LaunchBarProps) {
  const scheduled = useWatch({ control: form.control, name: "scheduled" });
  const choice = useAudienceChoice(form);
  const Icon = scheduled ? CalendarClock : Send;
  const label = editing
    ? "Salvar alterações"
    : scheduled
      ? "Agendar prospecção"
      : "Iniciar prospecção";
  return (
    <section
      aria-label="Resumo do envio"
      className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-border border-t bg-card px-4 py-3 md:bottom-4 md:mx-0 md:rounded-xl md:border md:px-5 md:shadow-popover"
    >
      <div className="min-w-0 flex-1 basis-64 text-sm" aria-live="polite">
        {audience.data ? (
          <p className="font-semibold tabular-nums">{describeAudience(audience.data)}</p>
        ) : (
          !audience.isError && <Skeleton className="h-5 w-56 max-w-full" />
        )}
        <DemoPaceLine />
        <PriceLine form={form} />
        <QuotaLine uses={audience.data?.recipients ?? null} />
        <p className="text-pretty text-[0.8125rem] text-muted-foreground">
          {describeTo(choice)}
          {audience.data && describeShortage(audience.data, choice.num_leads, scheduled)}
        </p>
      </div>
      <Button type="submit" size="lg" loading={pending} className="w-full sm:w-auto">
        {!pending && <Icon aria-hidden />}
        {pending ? "Processando..." : label}
      </Button>
    </section>
  );
}

/** A pause between messages that no real number would keep. */
const DEMO_PAUSE_SECONDS = 5;

/** Says that messages go out faster than a real number would send them. */
function DemoPaceLine() {
  const pace = useQuery(campaignQueries.numberHealth()).data;
  if (!pace || pace.pause_max_seconds >= DEMO_PAUSE_SECONDS) return null;
  return <p className="text-[0.8125rem] text-muted-foreground">Ritmo da demonstração.</p>;
}

/** WhatsApp's limit on new chats, where it set one. */
function QuotaLine({ uses }: { uses: number | null }) {
  const told = useQuery(campaignQueries.numberHealth()).data?.new_chats;
  if (!told || told.state === "unlimited" || told.state === "unknown") return null;
  return (
    <p className="text-pretty text-[0.8125rem] text-muted-foreground tabular-nums">
      WhatsApp: {describeNewChats(told, uses)}.
    </p>
  );
}

function describeAudience({ recipients, starts_at, ends_at }: Audience): string {
  if (recipients === 0) return "Nenhum lead para prospectar";
  if (!starts_at || !ends_at) return "Neste ritmo nada pode ser enviado";
  return describeSending({
    count: recipients,
    startsAt: new Date(starts_at),
    endsAt: new Date(ends_at),
    now: new Date(),
  });
}

type Choice = ReturnType<typeof useAudienceChoice>;

function describeTo({ list_ids, lead_ids, tag_ids }: Choice): string {
  const leads =
    lead_ids.length === 0
      ? "leads"
      : countOf(lead_ids.length, "lead escolhido", "leads escolhidos");
  const lists =
    list_ids.length > 0 && `de ${countOf(list_ids.length, "lista escolhida", "listas escolhidas")}`;
  const tags =
    tag_ids.length > 0 &&
    `com ${countOf(tag_ids.length, "etiqueta escolhida", "etiquetas escolhidas")}`;
  const all = lead_ids.length + tag_ids.length === 0 && "de todas as listas";
  return `Para ${[leads, lists || all, tags].filter(Boolean).join(" ")}.`;
}

function describeShortage({ recipients }: Audience, asked: number, scheduled: boolean): string {
  if (!(recipients < asked) || recipients === 0) return "";
  const there = scheduled ? "Hoje há" : "Há";
  return ` ${there} ${countOf(recipients, "lead disponível", "leads disponíveis")} dos ${formatNumber(asked)} pedidos: a campanha escreve a quem houver.`;
}
