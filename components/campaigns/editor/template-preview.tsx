"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Phone, Reply } from "lucide-react";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { WhatsappText } from "@/components/shared/layout/whatsapp-text";
import { fillBindings } from "@/lib/domain/campaigns/campaign-template";
import {
  renderWhatsappTemplate,
  type TemplateButton,
} from "@/lib/domain/messages/whatsapp-template";
import type { TemplateChoice } from "./campaign-values";
import { PreviewCard } from "./preview-card";
import { LeadSteps } from "./preview-lead-steps";
import { describeLead, usePreviewLead } from "./use-preview-lead";

const ICONS = { quick_reply: Reply, url: ExternalLink, phone: Phone };

interface TemplatePreviewProps {
  chosen: TemplateChoice | null;
  /** A lead that the campaign would write to. */
  sampleLeadId: number | null;
}

/** A template as one lead gets it, with its header, footer and buttons. */
export function TemplatePreview({ chosen, sampleLeadId }: TemplatePreviewProps) {
  const { lead, step, many } = usePreviewLead(sampleLeadId);
  const { data: templates } = useQuery(campaignQueries.templates());
  const content = templates?.find(
    ({ name, language }) => name === chosen?.name && language === chosen.language,
  )?.content;
  if (!chosen || !content) return <PreviewCard recipient={describeLead(lead)} onTest={null} />;
  const given = fillBindings({ content, bindings: chosen.bindings }, lead, new Date());
  const part = (name: "header" | "body") =>
    renderWhatsappTemplate(
      { header: null, body: content[name] ?? "", footer: null, named: content.named },
      // Each part numbers its variables for itself.
      Object.fromEntries(
        Object.entries(given).flatMap(([key, value]) =>
          key.startsWith(`${name}_`) ? [[`body_${key.slice(name.length + 1)}`, value]] : [],
        ),
      ),
    );
  return (
    <PreviewCard
      recipient={describeLead(lead)}
      controls={many && <LeadSteps onStep={step} />}
      onTest={null}
    >
      <div className="ml-auto w-fit min-w-48 max-w-[90%] animate-appear" data-testid="preview">
        <div className="rounded-2xl rounded-br-md bg-bubble px-3 py-2 text-bubble-foreground shadow-card">
          {content.header && (
            <p className="mb-1 break-words font-semibold text-sm">{part("header")}</p>
          )}
          <p
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-80 overflow-y-auto whitespace-pre-wrap break-words text-sm leading-5"
          >
            <WhatsappText text={part("body")} />
          </p>
          {content.footer && <p className="mt-1 text-bubble-muted text-xs">{content.footer}</p>}
        </div>
        {content.buttons?.map((button, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a button is its place
          <PreviewButton key={at} button={button} ending={given[`button_${at}`]} />
        ))}
      </div>
    </PreviewCard>
  );
}

function PreviewButton({ button, ending }: { button: TemplateButton; ending: string | undefined }) {
  const Icon = ICONS[button.kind];
  const address = button.url?.replace(/\{\{[^{}]{1,64}\}\}/, encodeURIComponent(ending ?? ""));
  return (
    <div className="mt-1 rounded-xl bg-bubble px-3 py-2 text-center text-bubble-foreground text-sm shadow-card">
      <p className="flex items-center justify-center gap-1.5 font-medium">
        <Icon className="size-3.5" aria-hidden />
        {button.text}
      </p>
      {address && <p className="break-all text-bubble-muted text-xs">{address}</p>}
    </div>
  );
}
