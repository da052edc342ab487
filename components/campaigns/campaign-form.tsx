"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { Controller } from "react-hook-form";
import { Field, showFieldErrors, useSchemaForm } from "@/components/shared/form";
import { notifyError, notifySuccess } from "@/components/shared/notify";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { StartProspecting } from "@/lib/contracts/campaigns";
import { CAMPAIGN_DEFAULT_LEADS, CAMPAIGN_MAX_LEADS } from "@/lib/domain/campaigns/campaign";
import { isError } from "@/lib/error-text";
import { paths } from "@/lib/paths";
import { getCampaignErrorText } from "./campaign-errors";
import { CampaignHelp } from "./campaign-help";
import { campaignMutations } from "./campaigns.queries";
import { MessagePreview } from "./message-preview";
import { VariantsEditor } from "./variants-editor";

const EMPTY: StartProspecting = { num_leads: CAMPAIGN_DEFAULT_LEADS, messages: [""] };

export function CampaignForm() {
  const router = useRouter();
  const client = useQueryClient();
  const start = useMutation(campaignMutations.start(client));
  const form = useSchemaForm(StartProspecting, EMPTY);
  const [shown, setShown] = useState(0);
  const editor = useRef<HTMLTextAreaElement>(null);
  const messages = form.watch("messages");
  const { errors, isSubmitted } = form.formState;
  const variantErrors = messages.map((_text, index) => errors.messages?.[index]?.message);

  function setMessages(next: string[]) {
    form.setValue("messages", next, { shouldDirty: true, shouldValidate: isSubmitted });
  }

  const submit = form.handleSubmit(
    (campaign) =>
      start.mutate(campaign, {
        onSuccess: () => {
          notifySuccess("Mensagens enviadas com sucesso!", {
            action: { label: "Acompanhar", onClick: () => router.push(paths.activities) },
          });
          form.reset(EMPTY);
          setShown(0);
        },
        onError: (error) => {
          if (isError(error, "invalid_input")) showFieldErrors(form, error.fields);
          notifyError(getCampaignErrorText(error));
        },
      }),
    ({ messages: refused }) => {
      const first = messages.findIndex((_text, index) => refused?.[index]);
      if (first >= 0) setShown(first);
      if (refused) requestAnimationFrame(() => editor.current?.focus());
    },
  );

  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <div className="space-y-4">
        <Card aria-label="Mensagens">
          <VariantsEditor
            messages={messages}
            onChange={setMessages}
            shown={shown}
            onShow={setShown}
            errors={variantErrors}
            editor={editor}
            error={errors.messages?.message ?? errors.messages?.root?.message}
          />
        </Card>
        <Card aria-label="Configurações da campanha">
          <CardHeader>
            <CardTitle>Configurações da campanha</CardTitle>
          </CardHeader>
          <CardContent className="flex flex-wrap items-start justify-between gap-4">
            <Field
              label="Número de leads"
              help={`De 1 a ${CAMPAIGN_MAX_LEADS}. Contas novas: comece com 5-10 leads.`}
              error={errors.num_leads?.message}
              className="w-full sm:w-80"
            >
              {(control) => (
                <Controller
                  name="num_leads"
                  control={form.control}
                  render={({ field: { value, onChange, ...field } }) => (
                    <Input
                      {...control}
                      {...field}
                      inputMode="numeric"
                      value={Number.isFinite(value) ? String(value) : ""}
                      onChange={({ target }) => {
                        const wanted = parseLeadCount(target.value);
                        if (wanted !== "ignore") onChange(wanted);
                      }}
                    />
                  )}
                />
              )}
            </Field>
            <Button
              type="submit"
              size="lg"
              loading={start.isPending}
              className="w-full sm:mt-6.5 sm:w-auto"
            >
              {!start.isPending && <Send aria-hidden />}
              {start.isPending ? "Processando..." : "Iniciar prospecção"}
            </Button>
          </CardContent>
        </Card>
      </div>
      <div className="space-y-4 xl:sticky xl:top-7">
        <MessagePreview message={messages[shown] ?? ""} />
        <CampaignHelp />
      </div>
    </form>
  );
}

/** Parses the typed number: NaN if empty, "ignore" if it is not a number or exceeds the limit. */
function parseLeadCount(typed: string): number | undefined | "ignore" {
  if (typed.trim() === "") return Number.NaN;
  if (!/^\d+$/.test(typed.trim())) return "ignore";
  const count = Number(typed);
  return count > CAMPAIGN_MAX_LEADS ? "ignore" : count;
}
