"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useId, useState } from "react";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import type { ListedTemplate } from "@/lib/contracts/campaigns/campaign-templates";
import {
  isSendable,
  TEMPLATE_CATEGORY_LABEL,
  TEMPLATE_QUALITY_LABEL,
  TEMPLATE_STATUS_LABEL,
  TEMPLATE_UNUSABLE_LABEL,
} from "@/lib/domain/messages/template-words";
import { isTemplateUnusable } from "@/lib/domain/messages/whatsapp-template";
import { errorText } from "@/lib/error-text";

const QUALITY_TONE: Readonly<Record<string, Tone>> = {
  GREEN: "success",
  YELLOW: "gold",
  RED: "danger",
};

/** The account's templates by name, with Meta's verdict on each; a click chooses one that can be sent. */
export function TemplatePicker({ onPick }: { onPick: (template: ListedTemplate) => void }) {
  const id = useId();
  const [search, setSearch] = useState("");
  const list = useQuery(campaignQueries.templates());
  if (list.isPending) {
    return (
      <div className="space-y-2" aria-busy>
        <span className="sr-only">Carregando modelos</span>
        <Skeleton className="h-10" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    );
  }
  if (list.isError && !list.data) {
    return (
      <ErrorState
        title="Não foi possível carregar os modelos"
        detail={errorText(list.error)}
        onRetry={list.refetch}
        retrying={list.isFetching}
      />
    );
  }
  const templates = list.data ?? [];
  const wanted = search.trim().toLowerCase();
  const found = templates
    .filter(({ name, content }) => `${name} ${content?.body ?? ""}`.toLowerCase().includes(wanted))
    .sort((one, other) => Number(canPick(other)) - Number(canPick(one)));
  return (
    <div>
      {!templates.some(canPick) && (
        <p className="mb-3 text-pretty text-muted-foreground text-sm">
          Nenhum modelo aprovado: crie no Gerenciador do WhatsApp. Ele aparece aqui assim que a Meta
          o aprovar.
        </p>
      )}
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
            Buscar modelo
          </label>
          <Input
            id={id}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            placeholder="Nome ou palavras do modelo"
          />
        </div>
        <Button
          variant="outline"
          size="icon"
          className="size-10"
          aria-label="Atualizar modelos"
          loading={list.isFetching}
          onClick={() => list.refetch()}
        >
          {!list.isFetching && <RefreshCw aria-hidden />}
        </Button>
      </div>
      {templates.length > 0 && found.length === 0 && (
        <p className="mt-3 text-muted-foreground text-sm">Nenhum modelo com estas palavras.</p>
      )}
      <ul aria-label="Modelos" className="mt-3 max-h-112 space-y-2 overflow-y-auto">
        {found.map((template) => (
          <li key={`${template.name} ${template.language}`}>
            <Entry template={template} onPick={onPick} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function canPick({ status, content }: ListedTemplate): boolean {
  return content !== null && isSendable(status);
}

function Entry({
  template,
  onPick,
}: {
  template: ListedTemplate;
  onPick: (template: ListedTemplate) => void;
}) {
  const { name, language, content, unusable } = template;
  const pickable = canPick(template);
  const why =
    content === null && unusable !== null && isTemplateUnusable(unusable)
      ? TEMPLATE_UNUSABLE_LABEL[unusable]
      : null;
  return (
    <button
      type="button"
      disabled={!pickable}
      onClick={() => onPick(template)}
      className={cn(
        "w-full rounded-lg border border-border px-3 py-2.5 text-left transition-colors",
        pickable ? "hover:bg-accent" : "cursor-not-allowed",
      )}
    >
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="break-all font-medium text-sm">{name}</span>
        <span className="text-muted-foreground text-xs">{language}</span>
        <TemplateBadges template={template} />
      </span>
      {content && (
        <span className="mt-1 line-clamp-2 block text-[0.8125rem] text-muted-foreground">
          {content.body}
        </span>
      )}
      {why && <span className="mt-1 block text-[0.8125rem] text-muted-foreground">{why}</span>}
    </button>
  );
}

/** Meta's verdict on a template, in words; an unknown word is shown unchanged. */
export function TemplateBadges({
  template: { category, status, quality },
}: {
  template: Pick<ListedTemplate, "category" | "status" | "quality">;
}) {
  return (
    <>
      <Badge tone={category === "MARKETING" ? "gold" : "info"}>
        {TEMPLATE_CATEGORY_LABEL[category] ?? category}
      </Badge>
      <Badge tone={status === "APPROVED" ? "success" : isSendable(status) ? "gold" : "danger"}>
        {TEMPLATE_STATUS_LABEL[status] ?? status}
      </Badge>
      {quality && TEMPLATE_QUALITY_LABEL[quality] && (
        <Badge tone={QUALITY_TONE[quality] ?? "neutral"}>{TEMPLATE_QUALITY_LABEL[quality]}</Badge>
      )}
    </>
  );
}
