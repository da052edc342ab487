"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { mentionsQuery, mixedQuery } from "@/components/messaging/chat/unread.queries";
import { useOwnNumbers } from "@/components/messaging/numbers/own-numbers.queries";
import { useTeam } from "@/components/session/team.queries";
import { cn } from "@/components/ui/cn";
import { ANSWER_LABEL, ANSWERS_BY_WARMTH } from "@/lib/domain/answers/answer-groups";
import { ANSWER_KINDS, type AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { CHAT_FILTERS, type ChatFilter } from "@/lib/domain/messages/chat-message";

const LABELS: Record<ChatFilter, string> = {
  all: "Todas",
  unread: "Não lidas",
  lead: "Com lead",
  unanswered: "Sem resposta",
  mentions: "Menções",
  mine: "Minhas",
  unassigned: "Sem atendente",
  archived: "Arquivadas",
  mixed: "Dois números",
};

/** The text of a list without conversations, by filter. */
export const NONE_IN_FILTER: Record<Exclude<ChatFilter, "all">, string> = {
  unread: "Você leu todas as conversas.",
  lead: "Nenhuma conversa é de um lead.",
  unanswered: "Nenhum contato espera uma resposta sua.",
  mentions: "Ninguém mencionou você, ou você já viu.",
  mine: "Você não atende nenhuma conversa.",
  unassigned: "Toda conversa tem quem a atenda.",
  archived: "Nenhuma conversa arquivada.",
  mixed: "Nenhuma conversa junta dois números.",
};

/** Of no use to whoever works alone. */
const OF_TEAMS: ReadonlySet<ChatFilter> = new Set(["mentions", "mine", "unassigned"]);

export interface ChatChoice {
  filter: ChatFilter;
  /** The meaning of contacts' messages; null for any. */
  intent: AnswerKind | null;
  /** Which of the account's numbers they are with; null for any. */
  numberId: number | null;
}

interface ChatFilterChipsProps {
  choice: ChatChoice;
  onChoose: (choice: Partial<ChatChoice>) => void;
}

export function ChatFilterChips({ choice, onChoose }: ChatFilterChipsProps) {
  const { filter, intent, numberId } = choice;
  const { all, isSeveral } = useOwnNumbers();
  const mixed = useQuery(mixedQuery()).data ?? 0;
  const mentions = useQuery(mentionsQuery()).data ?? 0;
  const { isTeam } = useTeam();
  const shown = CHAT_FILTERS.filter((each) => {
    if (each === filter) return true;
    // Few accounts have any.
    if (each === "mixed") return mixed > 0;
    return isTeam || !OF_TEAMS.has(each);
  });
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">Mostrar</legend>
      {shown.map((each) => (
        <label
          key={each}
          className={cn(
            "relative flex h-8 shrink-0 cursor-pointer items-center rounded-full border px-2.5 text-[0.8125rem] transition-colors pointer-coarse:h-10",
            "has-focus-visible:outline-2 has-focus-visible:outline-ring",
            each === filter
              ? "border-transparent bg-accent font-medium"
              : "border-border text-muted-foreground hover:text-foreground",
          )}
        >
          <input
            type="radio"
            name="chat-filter"
            className="sr-only"
            checked={each === filter}
            onChange={() => onChoose({ filter: each })}
          />
          {LABELS[each]}
          {each === "mentions" && mentions > 0 && (
            <span className="ml-1.5 min-w-5 rounded-full bg-primary px-1.5 text-center font-semibold text-primary-foreground text-xs tabular-nums leading-5">
              {mentions}
            </span>
          )}
        </label>
      ))}
      <ChipSelect
        label="O que o contato responde"
        value={intent ?? ""}
        onChange={(value) =>
          onChoose({ intent: ANSWER_KINDS.find((each) => each === value) ?? null })
        }
      >
        <option value="">Qualquer resposta</option>
        {ANSWERS_BY_WARMTH.map((kind) => (
          <option key={kind} value={kind}>
            {ANSWER_LABEL[kind]}
          </option>
        ))}
      </ChipSelect>
      {(isSeveral || numberId !== null) && (
        <ChipSelect
          label="Número"
          value={String(numberId ?? "")}
          onChange={(value) => onChoose({ numberId: value === "" ? null : Number(value) })}
        >
          <option value="">Qualquer número</option>
          {all.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </ChipSelect>
      )}
      {filter === "mixed" && (
        <p className="w-full text-pretty text-[0.8125rem] text-muted-foreground">
          Um telefone fixo e um celular com os mesmos oito dígitos eram tratados como um só. Estas
          conversas podem ter mensagens dos dois: confira antes de responder.
        </p>
      )}
    </fieldset>
  );
}

interface ChipSelectProps {
  label: string;
  /** Empty: any. */
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function ChipSelect({ label, value, onChange, children }: ChipSelectProps) {
  return (
    <span className="relative">
      <select
        aria-label={label}
        className={cn(
          "h-8 max-w-44 appearance-none truncate rounded-full border bg-card pr-7 pl-2.5 text-[0.8125rem] transition-colors pointer-coarse:h-10",
          value
            ? "border-transparent bg-accent font-medium"
            : "border-border text-muted-foreground hover:text-foreground",
        )}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-muted-foreground"
        aria-hidden
      />
    </span>
  );
}
