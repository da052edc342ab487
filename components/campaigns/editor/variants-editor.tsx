"use client";

import { CircleAlert, Plus, Trash2 } from "lucide-react";
import { type RefObject, useDeferredValue, useId, useMemo } from "react";
import { VariableMenu } from "@/components/leads/own-fields/variable-menu";
import { notifyError } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { Textarea } from "@/components/ui/textarea";
import { CAMPAIGN_MAX_MESSAGES } from "@/lib/domain/campaigns/campaign";
import { placeTexts } from "@/lib/domain/campaigns/place-texts";
import { findSimilarVariants } from "@/lib/domain/campaigns/variant-similarity";
import { MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { formatNumber } from "@/lib/format";
import { WriteWithAi } from "./write-with-ai";

interface VariantsEditorProps {
  messages: readonly string[];
  onChange: (messages: string[]) => void;
  shown: number;
  onShow: (index: number) => void;
  /** Errors by variant index. */
  errors: readonly (string | undefined)[];
  /** An error of the variants as a whole. */
  error: string | undefined;
  editor: RefObject<HTMLTextAreaElement | null>;
  /** What the message is called, where a screen has several. */
  label?: string;
  /** The message before, of a sequence. */
  follows?: string;
}

export function VariantsEditor({
  messages,
  onChange,
  shown,
  onShow,
  errors,
  error,
  editor,
  label = "Mensagem",
  follows,
}: VariantsEditorProps) {
  const id = useId();
  const text = messages[shown] ?? "";
  const problem = errors[shown] ?? error;

  function write(next: string) {
    onChange(messages.map((message, index) => (index === shown ? next : message)));
  }

  function add() {
    if (messages.length >= CAMPAIGN_MAX_MESSAGES) return notifyError("Máximo de 10 mensagens!");
    onChange([...messages, ""]);
    onShow(messages.length);
    requestAnimationFrame(() => editor.current?.focus());
  }

  /** Texts go into the empty variants, and after the last while there is room. */
  function take(texts: string[]) {
    const next = placeTexts(messages, texts);
    if (next.placed < texts.length) notifyError("Máximo de 10 mensagens!");
    if (next.placed === 0) return;
    onChange(next.messages);
    onShow(next.first);
  }

  function remove() {
    onChange(messages.filter((_message, index) => index !== shown));
    onShow(Math.max(0, shown - 1));
    requestAnimationFrame(() => editor.current?.focus());
  }

  return (
    <Tabs value={String(shown)} onValueChange={(value) => onShow(Number(value))}>
      <div className="flex flex-wrap items-center gap-1 border-border border-b px-3 py-2">
        <TabsList aria-label={`Variações da ${label.toLowerCase()}`}>
          {messages.map((_message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its number
            <TabsTrigger key={index} value={String(index)}>
              Variação {index + 1}
              {errors[index] && (
                <CircleAlert className="size-3.5 text-danger-text" aria-label="com erro" />
              )}
            </TabsTrigger>
          ))}
        </TabsList>
        <Button variant="ghost" size="sm" onClick={add}>
          <Plus aria-hidden />
          Adicionar variação
        </Button>
        <WriteWithAi follows={follows} onTake={take} />
      </div>
      <TabsContent
        value={String(shown)}
        tabIndex={-1}
        className="p-5 pb-3 focus-visible:outline-none"
      >
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <label htmlFor={id} className="font-medium text-sm">
            {label}
          </label>
          <div className="flex items-center gap-1">
            {messages.length > 1 && (
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Remover variação ${shown + 1}`}
                onClick={remove}
              >
                <Trash2 aria-hidden />
                Remover
              </Button>
            )}
            <VariableMenu editor={editor} text={text} onChange={write} />
          </div>
        </div>
        <Textarea
          ref={editor}
          id={id}
          value={text}
          onChange={(event) => write(event.target.value)}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}-message`}
          placeholder="{{saudacao}}, {{nome}}! Vi o trabalho da {{empresa}} e pensei em uma ideia para vocês."
          className="min-h-56"
        />
        <div
          id={`${id}-message`}
          className="mt-1 flex min-h-5 items-start justify-between gap-4 text-[0.8125rem] leading-5"
        >
          <p className={cn(problem ? "text-danger-text" : "text-muted-foreground")}>
            {problem ??
              "Cada lead recebe uma das variações. Mensagens diferentes soam mais humanas."}
          </p>
          <p className="shrink-0 text-muted-foreground tabular-nums">
            {formatNumber(text.length)} / {formatNumber(MESSAGE_MAX_LENGTH)}
          </p>
        </div>
        <SimilarVariants messages={messages} />
      </TabsContent>
    </Tabs>
  );
}

/** Points out variants that look the same to a spam filter. */
function SimilarVariants({ messages }: { messages: readonly string[] }) {
  const settled = useDeferredValue(messages);
  const pairs = useMemo(() => findSimilarVariants(settled), [settled]);
  if (pairs.length === 0) return null;
  return (
    <ul aria-label="Variações parecidas" className="mt-1 space-y-1 text-[0.8125rem]">
      {pairs.map(([one, other]) => (
        <li key={`${one}-${other}`} className="flex items-start gap-2">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0 text-primary-text" aria-hidden />
          As variações {one + 1} e {other + 1} dizem quase o mesmo: mude mais do que algumas
          palavras.
        </li>
      ))}
    </ul>
  );
}
