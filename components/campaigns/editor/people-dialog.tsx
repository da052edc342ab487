"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { leadQueries } from "@/components/leads/leads/leads.queries";
import { useOwnFields } from "@/components/leads/own-fields/own-fields.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { WhatsappText } from "@/components/shared/layout/whatsapp-text";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { OPT_OUT_LINE } from "@/lib/domain/campaigns/campaign";
import { renderTemplate } from "@/lib/domain/campaigns/message-template";
import { tellOwnValues } from "@/lib/domain/leads/own-fields";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { countOf } from "@/lib/format";
import { LeftOutList } from "./left-out-list";
import { useAudienceChoice } from "./use-audience-choice";
import type { CampaignForm } from "./use-campaign-form";

interface PeopleDialogProps {
  form: CampaignForm;
  onClose: () => void;
}

/** The recipients of the campaign, each with its message and a way to exclude it; and left-out leads with reasons. */
export function PeopleDialog({ form, onClose }: PeopleDialogProps) {
  const choice = useAudienceChoice(form);
  const { except_lead_ids } = choice;
  // The unticked ones stay where they were, so that they can be ticked again.
  const [untickedBefore] = useState(except_lead_ids);
  const audience = { ...choice, except_lead_ids: untickedBefore };
  const { data, isError, isFetching, refetch } = useQuery(campaignQueries.people(audience));
  const [chosen, setChosen] = useState(0);
  const people = data?.people ?? [];
  const at = Math.min(chosen, Math.max(0, people.length - 1));
  const unticked = new Set(except_lead_ids);
  const gone = (data?.left_out ?? []).filter(({ reason }) => reason === "unticked");
  // The oldest lead first, as the server takes them.
  const ticked = [...people, ...gone]
    .map(({ lead_id }) => lead_id)
    .filter((leadId) => !unticked.has(leadId))
    .sort((one, other) => one - other);
  const leftOut = data?.left_out_total ?? 0;
  const others = (data?.left_out ?? []).filter(({ reason }) => reason !== "unticked");

  function tick(leadId: number, isTicked: boolean) {
    const next = isTicked
      ? except_lead_ids.filter((each) => each !== leadId)
      : [...except_lead_ids, leadId];
    form.setValue("except_lead_ids", next, { shouldDirty: true });
  }

  const ticks = { unticked, onTick: tick };

  return (
    <Modal
      title="Quem recebe"
      description="Desmarque quem não deve receber. A prospecção só começa no botão do editor."
      onClose={onClose}
      footer={<Button onClick={onClose}>Concluir</Button>}
    >
      {isError && !data ? (
        <ErrorState
          title="Erro ao carregar os destinatários"
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : !data ? (
        <Skeleton className="h-64 w-full rounded-lg" />
      ) : (
        <>
          {people.length === 0 ? (
            <p className="text-muted-foreground">Ninguém recebe a mensagem.</p>
          ) : (
            <>
              <OnePreview
                form={form}
                leadId={people[at]?.lead_id ?? 0}
                name={people[at]?.name ?? ""}
                variant={ticked.indexOf(people[at]?.lead_id ?? 0)}
                place={`${at + 1} de ${people.length}`}
                onStep={(step) => setChosen((at + step + people.length) % people.length)}
              />
              <PeopleList label="Destinatários" people={people} {...ticks} />
            </>
          )}
          {gone.length > 0 && (
            <>
              <h3 className="mt-4 font-medium text-sm">Desmarcados antes</h3>
              <PeopleList label="Desmarcados antes" people={gone} {...ticks} />
            </>
          )}
          {others.length > 0 && (
            <details className="mt-4 text-sm">
              <summary className="cursor-pointer font-medium">
                {countOf(leftOut, "lead fica de fora", "leads ficam de fora")}
                {leftOut > others.length && `, os primeiros ${others.length} abaixo`}
              </summary>
              <LeftOutList people={others} />
            </details>
          )}
        </>
      )}
    </Modal>
  );
}

interface PeopleListProps {
  label: string;
  people: readonly PersonRowProps["person"][];
  unticked: ReadonlySet<number>;
  onTick: (leadId: number, isTicked: boolean) => void;
}

function PeopleList({ label, people, unticked, onTick }: PeopleListProps) {
  return (
    <ul aria-label={label} className="mt-2 divide-y divide-border">
      {people.map((person) => (
        <PersonRow
          key={person.lead_id}
          person={person}
          ticked={!unticked.has(person.lead_id)}
          onTick={(isTicked) => onTick(person.lead_id, isTicked)}
        />
      ))}
    </ul>
  );
}

interface PersonRowProps {
  person: { lead_id: number; name: string; city: string | null; number?: string | null };
  ticked: boolean;
  onTick: (isTicked: boolean) => void;
}

function PersonRow({ person: { name, city, number }, ticked, onTick }: PersonRowProps) {
  const id = useId();
  return (
    <li className="flex min-h-10 items-center gap-2.5 text-sm">
      <input
        id={id}
        type="checkbox"
        className="size-4 shrink-0"
        checked={ticked}
        onChange={({ target }) => onTick(target.checked)}
      />
      <label htmlFor={id} className="min-w-0 flex-1 truncate py-2">
        {name}
        {city && <span className="text-muted-foreground"> · {city}</span>}
      </label>
      {number && (
        <span className="whitespace-nowrap text-muted-foreground tabular-nums max-sm:hidden">
          {formatKeptNumber(number)}
        </span>
      )}
    </li>
  );
}

interface OnePreviewProps {
  form: CampaignForm;
  leadId: number;
  name: string;
  /** The place among those who get a message, who get the variants in turns; -1 for somebody who gets none. */
  variant: number;
  place: string;
  onStep: (step: 1 | -1) => void;
}

/** The message of one recipient, with arrows through all of them. Templates are shown in the editor. */
function OnePreview({ form, leadId, name, variant, place, onStep }: OnePreviewProps) {
  const fields = useOwnFields();
  const lead = useQuery(leadQueries.details(leadId)).data;
  const texts = form.watch("messages").filter((text) => text.trim() !== "");
  const text = variant < 0 ? undefined : texts[variant % Math.max(1, texts.length)];
  const body =
    text === undefined || !lead
      ? ""
      : renderTemplate(text, { ...lead, own: tellOwnValues(fields, lead.own) }, new Date());
  return (
    <section aria-label="Mensagem de cada um" className="rounded-lg border border-border">
      <div className="flex items-center justify-between gap-2 px-3 py-1.5 text-sm">
        <span className="min-w-0 truncate">
          <span className="font-medium">{name}</span>{" "}
          <span className="text-muted-foreground tabular-nums">({place})</span>
        </span>
        <span className="flex shrink-0">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Destinatário anterior"
            onClick={() => onStep(-1)}
          >
            <ChevronLeft aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Próximo destinatário"
            onClick={() => onStep(1)}
          >
            <ChevronRight aria-hidden />
          </Button>
        </span>
      </div>
      {body !== "" && (
        <p
          className="whitespace-pre-wrap break-words rounded-b-lg bg-chat px-3 py-2 text-sm"
          data-testid="person-message"
        >
          <WhatsappText text={form.watch("opt_out_line") ? `${body}\n\n${OPT_OUT_LINE}` : body} />
        </p>
      )}
    </section>
  );
}
