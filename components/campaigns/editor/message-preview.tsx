"use client";

import { useMutation } from "@tanstack/react-query";
import { CheckCheck } from "lucide-react";
import { campaignMutations } from "@/components/campaigns/activities/campaigns.queries";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { WhatsappText } from "@/components/shared/layout/whatsapp-text";
import { OPT_OUT_LINE } from "@/lib/domain/campaigns/campaign";
import { renderTemplate } from "@/lib/domain/campaigns/message-template";
import { PreviewCard } from "./preview-card";
import { LeadSteps } from "./preview-lead-steps";
import { describeLead, usePreviewLead } from "./use-preview-lead";

interface MessagePreviewProps {
  message: string;
  optOutLine: boolean;
  /** A lead that the campaign would write to. */
  sampleLeadId: number | null;
  /** The first variant of each later step. */
  followUps: readonly string[];
}

/** A message that has been begun, as one lead gets it; other leads are a button away, and so is a test to the user's own number. */
export function MessagePreview({
  message,
  optOutLine,
  sampleLeadId,
  followUps,
}: MessagePreviewProps) {
  const { lead, step, many } = usePreviewLead(sampleLeadId);
  const test = useMutation(campaignMutations.sendTest());
  const body = renderTemplate(message, lead, new Date());

  function sendTest() {
    test.mutate(
      { message, opt_out_line: optOutLine, lead_id: lead.id },
      { onSuccess: (sent) => notifySuccess(sent.message) },
    );
  }

  return (
    <PreviewCard
      recipient={describeLead(lead)}
      controls={many && <LeadSteps onStep={step} />}
      onTest={body === "" ? undefined : sendTest}
      testing={test.isPending}
    >
      {body !== "" && (
        <Bubble
          text={optOutLine ? `${body}\n\n${OPT_OUT_LINE}` : body}
          when="agora"
          testId="preview"
        />
      )}
      {followUps.map((text, at) => {
        const when = `passo ${at + 2}`;
        const later = renderTemplate(text, lead, new Date());
        const words = optOutLine ? `${later}\n\n${OPT_OUT_LINE}` : later;
        return later && <Bubble key={when} text={words} when={when} testId="preview-step" />;
      })}
    </PreviewCard>
  );
}

function Bubble({ text, when, testId }: { text: string; when: string; testId: string }) {
  return (
    <div className="mt-2 ml-auto w-fit max-w-[90%] animate-appear rounded-2xl rounded-br-md bg-bubble px-3 pt-2 pb-1.5 text-bubble-foreground shadow-card">
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-80 overflow-y-auto whitespace-pre-wrap break-words text-sm leading-5"
        data-testid={testId}
      >
        <WhatsappText text={text} />
      </p>
      <p className="mt-0.5 flex items-center justify-end gap-1 text-[0.6875rem] text-bubble-muted">
        {when}
        <CheckCheck className="size-3.5" aria-hidden />
      </p>
    </div>
  );
}
