"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CheckCheck, ChevronLeft, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { campaignMutations } from "@/components/campaigns/campaigns.queries";
import { leadQueries } from "@/components/leads/leads.queries";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { WhatsappText } from "@/components/shared/layout/whatsapp-text";
import { Button } from "@/components/ui/button";
import { OPT_OUT_LINE } from "@/lib/domain/campaigns/campaign";
import { renderTemplate, type TemplateLead } from "@/lib/domain/campaigns/message-template";
import { getNameKind } from "@/lib/domain/leads/lead-name";
import type { NameKind } from "@/lib/domain/leads/name-kind";
import { errorText } from "@/lib/error-text";
import { PreviewCard } from "./preview-card";

const OTHER_LEADS = 20;

/** What {{nome}} and {{empresa}} are filled with depends on it. */
const WHOSE_NAME: Record<NameKind, string> = {
  company: "",
  person: " · nome de pessoa",
  none: " · sem nome conhecido",
};

/** Sample lead, used until the user has one. */
const SAMPLE: TemplateLead & { id: null } = {
  id: null,
  name: "Padaria Flor do Trigo",
  source: "manual",
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

interface MessagePreviewProps {
  message: string;
  optOutLine: boolean;
  /** A lead that the campaign would write to. */
  sampleLeadId: number | null;
}

/** A message that has been begun, as one lead gets it; other leads are a button away, and so is a test to the user's own number. */
export function MessagePreview({ message, optOutLine, sampleLeadId }: MessagePreviewProps) {
  const { lead, step, many } = usePreviewLead(sampleLeadId);
  const test = useMutation(campaignMutations.sendTest());
  const body = renderTemplate(message, lead, new Date());

  function sendTest() {
    test.mutate(
      { message, opt_out_line: optOutLine, lead_id: lead.id },
      {
        onSuccess: (sent) => notifySuccess(sent.message),
        onError: (error) => notifyError(errorText(error)),
      },
    );
  }

  return (
    <PreviewCard
      recipient={`${lead.name}${WHOSE_NAME[getNameKind(lead)]}`}
      controls={
        many && (
          <div className="flex shrink-0">
            <Button variant="ghost" size="icon" aria-label="Lead anterior" onClick={() => step(-1)}>
              <ChevronLeft aria-hidden />
            </Button>
            <Button variant="ghost" size="icon" aria-label="Próximo lead" onClick={() => step(1)}>
              <ChevronRight aria-hidden />
            </Button>
          </div>
        )
      }
      onTest={body === "" ? undefined : sendTest}
      testing={test.isPending}
    >
      {body !== "" && (
        <div className="ml-auto w-fit max-w-[90%] animate-appear rounded-2xl rounded-br-md bg-bubble px-3 pt-2 pb-1.5 text-bubble-foreground shadow-card">
          <p
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-80 overflow-y-auto whitespace-pre-wrap break-words text-sm leading-5"
            data-testid="preview"
          >
            <WhatsappText text={optOutLine ? `${body}\n\n${OPT_OUT_LINE}` : body} />
          </p>
          <p className="mt-0.5 flex items-center justify-end gap-1 text-[0.6875rem] text-bubble-muted">
            agora
            <CheckCheck className="size-3.5" aria-hidden />
          </p>
        </div>
      )}
    </PreviewCard>
  );
}

/** The sample of the audience first, then the account's newest leads. */
function usePreviewLead(sampleLeadId: number | null) {
  const sample = useQuery({
    ...leadQueries.details(sampleLeadId ?? 0),
    enabled: sampleLeadId !== null,
  }).data;
  const newest = useQuery(leadQueries.list({ page: 1, per_page: OTHER_LEADS, search: "" })).data
    ?.leads;
  const [at, setAt] = useState(0);
  const leads = useMemo(() => {
    const others = (newest ?? []).filter(({ id }) => id !== sample?.id);
    return sample ? [sample, ...others] : others;
  }, [sample, newest]);
  return {
    lead: leads[at % Math.max(1, leads.length)] ?? SAMPLE,
    step: (by: number) => setAt((at + by + leads.length) % leads.length),
    many: leads.length > 1,
  };
}
