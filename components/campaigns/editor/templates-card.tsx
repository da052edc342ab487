"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Plus, Trash2 } from "lucide-react";
import { Controller } from "react-hook-form";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { CheckField } from "@/components/shared/forms/check-field";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { ListedTemplate } from "@/lib/contracts/campaigns/campaign-templates";
import { CAMPAIGN_MAX_TEMPLATES } from "@/lib/domain/campaigns/campaign";
import { isSendable, needsOptIn } from "@/lib/domain/messages/template-words";
import type { TemplateChoice } from "./campaign-values";
import { suggestBindings, TemplateBindings } from "./template-bindings";
import { TemplateBadges, TemplatePicker } from "./template-picker";
import type { CampaignForm } from "./use-campaign-form";

interface TemplatesCardProps {
  form: CampaignForm;
  shown: number;
  onShow: (index: number) => void;
}

/** The templates of a campaign, one for each variation, and whether its contacts allowed offers. */
export function TemplatesCard({ form, shown, onShow }: TemplatesCardProps) {
  const chosen = form.watch("templates") ?? [];
  const { data: listed } = useQuery(campaignQueries.templates());
  const { errors } = form.formState;
  const find = ({ name, language }: TemplateChoice) =>
    listed?.find((each) => each.name === name && each.language === language);
  const offers = chosen.some((choice) => needsOptIn(find(choice)?.category ?? ""));
  const set = (next: TemplateChoice[]) => {
    form.clearErrors("templates");
    form.setValue("templates", next, { shouldDirty: true });
  };
  const pick = ({ name, language, content }: ListedTemplate) => {
    if (!content) return;
    const choice = { name, language, bindings: suggestBindings(content) };
    set([...chosen.slice(0, shown), choice, ...chosen.slice(shown + 1)]);
  };
  const remove = () => {
    set(chosen.filter((_, index) => index !== shown));
    onShow(Math.max(0, shown - 1));
  };
  const current = chosen[shown];
  const problem = readProblems(errors.templates, shown);
  // A tab for each choice, and one for the choice that is being made.
  const tabs = Math.max(chosen.length, shown + 1);
  return (
    <Card aria-label="Modelos" data-templates>
      <Tabs value={String(shown)} onValueChange={(value) => onShow(Number(value))}>
        <div className="flex flex-wrap items-center gap-1 border-border border-b px-3 py-2">
          <TabsList aria-label="Variações da mensagem">
            {Array.from({ length: tabs }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its number
              <TabsTrigger key={index} value={String(index)}>
                Variação {index + 1}
                {readProblems(errors.templates, index).any && (
                  <CircleAlert className="size-3.5 text-danger-text" aria-label="com erro" />
                )}
              </TabsTrigger>
            ))}
          </TabsList>
          {chosen.length > 0 &&
            chosen.length < CAMPAIGN_MAX_TEMPLATES &&
            tabs === chosen.length && (
              <Button variant="ghost" size="sm" onClick={() => onShow(chosen.length)}>
                <Plus aria-hidden />
                Adicionar variação
              </Button>
            )}
        </div>
        <TabsContent value={String(shown)} tabIndex={-1} className="p-5 focus-visible:outline-none">
          {problem.words && (
            <p role="alert" className="mb-3 text-danger-text text-sm">
              {problem.words}
            </p>
          )}
          {current ? (
            <Chosen
              choice={current}
              template={find(current)}
              onChange={(bindings) =>
                set(chosen.map((each, at) => (at === shown ? { ...each, bindings } : each)))
              }
              onRemove={remove}
              errors={problem.bindings}
            />
          ) : (
            <TemplatePicker onPick={pick} />
          )}
        </TabsContent>
      </Tabs>
      {offers && (
        <div className="border-border border-t px-5 py-3">
          <Controller
            name="opt_in"
            control={form.control}
            render={({ field }) => (
              <CheckField
                label="Estes contatos autorizaram receber ofertas"
                help="A Meta exige autorização para modelos de marketing. Fica registrado para cada contato desta campanha; quem não autorizou e nunca escreveu não recebe."
                checked={field.value}
                onChange={field.onChange}
              />
            )}
          />
        </div>
      )}
    </Card>
  );
}

function Chosen({
  choice,
  template,
  onChange,
  onRemove,
  errors,
}: {
  choice: TemplateChoice;
  /** Undefined while the list is not there, or where Meta no longer lists it. */
  template: ListedTemplate | undefined;
  onChange: (bindings: TemplateChoice["bindings"]) => void;
  onRemove: () => void;
  errors: Readonly<Record<string, string>>;
}) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="break-all font-semibold text-sm">{choice.name}</strong>
          <span className="text-muted-foreground text-xs">{choice.language}</span>
          {template && <TemplateBadges template={template} />}
        </p>
        <Button variant="ghost" size="sm" onClick={onRemove}>
          <Trash2 aria-hidden />
          Trocar modelo
        </Button>
      </div>
      {template && !isSendable(template.status) && (
        <p className="mb-3 text-danger-text text-sm">Este modelo não pode ser enviado agora.</p>
      )}
      {template?.content && (
        <TemplateBindings
          content={template.content}
          bindings={choice.bindings}
          onChange={onChange}
          errors={errors}
        />
      )}
    </>
  );
}

/** The errors of one template and of its variables. An error about the list as a whole is shown at its first template. */
function readProblems(
  errors: unknown,
  index: number,
): { any: boolean; words: string | null; bindings: Record<string, string> } {
  const read = (node: unknown, name: string): unknown =>
    typeof node === "object" && node !== null ? (node as Record<string, unknown>)[name] : undefined;
  const one = read(errors, String(index));
  const words = read(one, "message") ?? (index === 0 ? read(errors, "message") : undefined);
  const bindings: Record<string, string> = {};
  for (const [key, problem] of Object.entries(read(one, "bindings") ?? {})) {
    const message = read(problem, "message");
    if (typeof message === "string") bindings[key] = message;
  }
  const sentence = typeof words === "string" ? words : null;
  return {
    any: sentence !== null || Object.keys(bindings).length > 0,
    words: sentence,
    bindings,
  };
}
