"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Lock, RefreshCw, Sparkles } from "lucide-react";
import { focusComposer } from "@/components/messaging/composer/focus-composer";
import { getDraftKey } from "@/components/messaging/composer/use-send";
import { userQueries } from "@/components/session/users.queries";
import { readStoredState, storeState } from "@/components/shared/state/use-stored-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Suggestions } from "@/lib/contracts/messaging/suggestions";
import { isPro } from "@/lib/domain/plans/plan";
import { OptOutAction } from "./opt-out-action";
import { refreshSuggestions, suggestionsQuery } from "./suggestions.queries";

interface SuggestionStripProps {
  chatKey: string;
  to: string;
  /** Null while the conversation has no message, or is not loaded. */
  lastMessageId: number | null;
  connected: boolean;
}

/** Replies that a person may take into the composer and edit; nothing is sent from here. */
export function SuggestionStrip({ chatKey, to, lastMessageId, connected }: SuggestionStripProps) {
  // The plan may have changed since the session began.
  const user = useQuery({ ...userQueries.me(), staleTime: 0 });
  const pro = user.data ? isPro(user.data.plan) : null;
  const client = useQueryClient();
  const query = suggestionsQuery(to, lastMessageId);
  const enabled = pro === true && connected && lastMessageId !== null;
  const suggestions = useQuery({ ...query, enabled });
  const refresh = useMutation({
    mutationFn: () => refreshSuggestions(to),
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
  });
  if (pro === null) return null;
  return (
    <section
      aria-label="Sugestões de resposta"
      aria-busy={suggestions.isFetching || refresh.isPending}
      className="flex min-h-11 shrink-0 items-center gap-2 border-border border-t bg-card px-3 py-1.5 text-sm"
    >
      <Sparkles className="size-4 shrink-0 text-primary-text" aria-hidden />
      <div className="flex min-w-0 flex-1 items-center gap-2 overflow-x-auto">
        {pro ? (
          <Choices
            to={to}
            answer={suggestions.data}
            loading={suggestions.isFetching}
            connected={connected}
            onChoose={(message) => {
              takeIntoDraft(getDraftKey(chatKey), message, suggestions.data);
              focusComposer();
            }}
          />
        ) : (
          <p className="flex items-center gap-1.5 text-muted-foreground">
            <Lock className="size-3.5 shrink-0" aria-hidden />
            Sugestões disponíveis apenas para usuários PRO
          </p>
        )}
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Novas sugestões"
        disabled={!enabled || refresh.isPending || suggestions.isFetching}
        onClick={() => refresh.mutate()}
      >
        <RefreshCw className={cn(refresh.isPending && "animate-spin")} aria-hidden />
      </Button>
    </section>
  );
}

/** Typed text stays before the suggestion; an earlier suggestion is replaced. */
function takeIntoDraft(key: string, message: string, answer: Suggestions | undefined) {
  const draft = readStoredState(key, "").trim();
  const isTyped =
    draft !== "" && !answer?.message_suggestions.some((each) => each.message === draft);
  storeState(key, isTyped ? `${draft}\n${message}` : message);
}

interface ChoicesProps {
  to: string;
  answer: Suggestions | undefined;
  loading: boolean;
  connected: boolean;
  onChoose: (message: string) => void;
}

function Choices({ to, answer, loading, connected, onChoose }: ChoicesProps) {
  if (!answer) {
    return (
      <p className="text-muted-foreground">
        {loading ? "Escrevendo sugestões…" : "Sem sugestões agora."}
      </p>
    );
  }
  if (answer.opt_out) return <OptOutAction to={to} blocked={answer.blocked} />;
  return (
    <>
      {answer.source === "modelo" && <Badge tone="neutral">modelo</Badge>}
      {answer.message_suggestions.map(({ id, message, tone }) => (
        <button
          key={id}
          type="button"
          disabled={!connected}
          title={`${tone}: ${message}`}
          onClick={() => onChoose(message)}
          className="max-w-64 shrink-0 truncate rounded-full border border-border bg-background px-3 py-1.5 text-left hover:bg-accent disabled:pointer-events-none disabled:opacity-50 pointer-coarse:py-2.5"
        >
          {message}
        </button>
      ))}
    </>
  );
}
