"use client";

import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { Controller } from "react-hook-form";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { NumberHealthCard } from "@/components/campaigns/activities/number-health-card";
import { ownFieldsQuery } from "@/components/leads/own-fields/own-fields.queries";
import { useSessionUser } from "@/components/session/session-context";
import { lateDialog, latePart } from "@/components/shared/feedback/late-code";
import { CheckField } from "@/components/shared/forms/check-field";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { OPT_OUT_LINE } from "@/lib/domain/campaigns/campaign";
import { AudienceCard } from "./audience-card";
import { CampaignHelp } from "./campaign-help";
import {
  type CampaignValues,
  getValuesAfterSuccess,
  keepForNext,
  rememberLegalBasis,
} from "./campaign-values";
import { ListPicker, TagPicker } from "./group-pickers";
import { LaunchBar } from "./launch-bar";
import { PacingCard } from "./pacing-card";
import { PreviewCard } from "./preview-card";
import { RestoredDraft } from "./restored-draft";
import { ScheduleCard } from "./schedule-card";
import { SequenceCard } from "./sequence-card";
import { SettingsCard } from "./settings-card";
import { useAudience } from "./use-audience";
import { useCampaignForm } from "./use-campaign-form";
import { useCampaignSubmit } from "./use-campaign-submit";
import {
  focusTemplateProblem,
  showMessageProblems,
  showTemplateProblems,
} from "./variable-problems";
import { VariantsEditor } from "./variants-editor";

/** Loaded with the first letter of a message: it brings leads, and all that a template can show of them. */
const MessagePreview = lazy(
  latePart(async () => (await import("./message-preview")).MessagePreview),
);

const PeopleDialog = lateDialog(async () => (await import("./people-dialog")).PeopleDialog);

const TemplatesCard = lazy(latePart(async () => (await import("./templates-card")).TemplatesCard));
const TemplatePreview = lazy(
  latePart(async () => (await import("./template-preview")).TemplatePreview),
);

const EMPTY_PREVIEW = <PreviewCard recipient="um dos seus leads" />;

interface CampaignFormProps {
  draftKey: string;
  initial: CampaignValues;
  /** The scheduled campaign that is changed; null for a new one. */
  editedId: number | null;
  /** Contacts who have not written get only approved templates. */
  byTemplate: boolean;
}

export function CampaignForm({ draftKey, initial, editedId, byTemplate }: CampaignFormProps) {
  const { form, restart, isRestored, discardDraft } = useCampaignForm({
    draftKey,
    initial,
    byTemplate,
  });
  const [shown, setShown] = useState(0);
  const [showsPeople, setShowsPeople] = useState(false);
  const editor = useRef<HTMLTextAreaElement>(null);
  const client = useQueryClient();
  const user = useSessionUser();
  const audience = useAudience(form);
  const { submit, pending } = useCampaignSubmit({
    form,
    editedId,
    onAccepted: () => {
      const kept = getValuesAfterSuccess(form.getValues());
      rememberLegalBasis(kept);
      restart(kept);
      if (editedId === null) keepForNext(user.id, kept);
      setShown(0);
    },
  });
  const messages = form.watch("messages");
  const message = messages[shown] ?? "";
  const { errors, isSubmitted } = form.formState;

  function setMessages(next: string[]) {
    form.setValue("messages", next, { shouldDirty: true, shouldValidate: isSubmitted });
  }

  function check(campaign: Parameters<typeof submit>[0]) {
    const listed = client.getQueryData(campaignQueries.templates().queryKey) ?? [];
    const fields = client.getQueryData(ownFieldsQuery().queryKey)?.own_fields;
    const own = fields?.map(({ key }) => key) ?? "any";
    const unfit = byTemplate
      ? showTemplateProblems(form, listed, own)
      : showMessageProblems(form, own);
    if (unfit === null) return submit(campaign);
    setShown(unfit);
    if (byTemplate) focusTemplateProblem();
    else requestAnimationFrame(() => editor.current?.focus());
  }

  const onSubmit = form.handleSubmit(check, ({ messages: refused, templates: unfit }) => {
    if (unfit) focusTemplateProblem();
    const first = messages.findIndex((_text, index) => refused?.[index]);
    if (first >= 0) setShown(first);
    if (refused) requestAnimationFrame(() => editor.current?.focus());
  });

  return (
    <form onSubmit={onSubmit} noValidate>
      {editedId !== null && isRestored && <RestoredDraft onDiscard={discardDraft} />}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-4">
          {byTemplate ? (
            <Suspense fallback={<Skeleton className="h-96 w-full rounded-xl" />}>
              <TemplatesCard form={form} shown={shown} onShow={setShown} />
            </Suspense>
          ) : (
            <Card aria-label="Mensagens">
              <VariantsEditor
                messages={messages}
                onChange={setMessages}
                shown={shown}
                onShow={setShown}
                errors={messages.map((_text, index) => errors.messages?.[index]?.message)}
                editor={editor}
                error={errors.messages?.message ?? errors.messages?.root?.message}
              />
              <div className="border-border border-t px-5 py-3">
                <Controller
                  name="opt_out_line"
                  control={form.control}
                  render={({ field }) => (
                    <CheckField
                      label="Incluir a linha para sair"
                      help={`No fim de cada mensagem: “${OPT_OUT_LINE}”`}
                      checked={field.value}
                      onChange={field.onChange}
                    />
                  )}
                />
              </div>
            </Card>
          )}
          {!byTemplate && <SequenceCard form={form} />}
          <SettingsCard form={form} />
          <ListPicker form={form} />
          <TagPicker form={form} />
          <AudienceCard
            audience={audience}
            picked={form.watch("lead_ids").length}
            onClearPicked={() => form.setValue("lead_ids", [], { shouldDirty: true })}
            onClearGroups={() => {
              form.setValue("list_ids", []);
              form.setValue("tag_ids", []);
            }}
            onShowPeople={() => setShowsPeople(true)}
          />
          {showsPeople && (
            <Suspense>
              <PeopleDialog form={form} onClose={() => setShowsPeople(false)} />
            </Suspense>
          )}
          <ScheduleCard form={form} alwaysScheduled={editedId !== null} />
          <PacingCard form={form} />
        </div>
        <div className="min-w-0 space-y-4">
          {byTemplate ? (
            <Suspense fallback={EMPTY_PREVIEW}>
              <TemplatePreview
                chosen={form.watch("templates")?.[shown] ?? null}
                sampleLeadId={audience.data?.sample_lead_id ?? null}
              />
            </Suspense>
          ) : message.trim() === "" ? (
            EMPTY_PREVIEW
          ) : (
            <Suspense fallback={EMPTY_PREVIEW}>
              <MessagePreview
                message={message}
                optOutLine={form.watch("opt_out_line")}
                sampleLeadId={audience.data?.sample_lead_id ?? null}
                followUps={form.watch("steps").flatMap(({ messages: [text = ""] }) => text)}
              />
            </Suspense>
          )}
          <NumberHealthCard uses={audience.data?.recipients ?? null} />
          <CampaignHelp />
        </div>
      </div>
      <LaunchBar form={form} audience={audience} pending={pending} editing={editedId !== null} />
    </form>
  );
}
