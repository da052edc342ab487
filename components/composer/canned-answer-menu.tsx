"use client";

import { useQuery } from "@tanstack/react-query";
import { Loader2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cannedAnswersQuery } from "@/components/canned-answers/canned-answers.queries";
import { CannedFileName } from "@/components/canned-answers/canned-file-name";
import { cn } from "@/components/ui/cn";
import type { CannedAnswer } from "@/lib/contracts/messaging/canned-answers";
import { findCannedAnswers, readShortcut } from "@/lib/domain/messages/canned-answer";

const NO_ANSWERS: never[] = [];

interface CannedPicking {
  pick: (answer: CannedAnswer) => void;
  /** What was picked is not ready yet: nothing else can be. */
  filling: boolean;
  cancel: () => void;
}

interface CannedAnswerMenu {
  /** Attributes of the input that the menu belongs to. */
  inputProps: Record<string, string | undefined>;
  /** Returns true when the key was the menu's. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  menu: ReactNode;
}

/** A menu of canned answers over the input, while the draft is '/' and the beginning of a shortcut. */
export function useCannedAnswerMenu(
  draft: string,
  { pick, filling, cancel }: CannedPicking,
): CannedAnswerMenu {
  const id = useId();
  const typed = readShortcut(draft);
  const answers = useQuery({ ...cannedAnswersQuery(), enabled: typed !== null }).data ?? NO_ANSWERS;
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const [place, setPlace] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found =
    typed === null || closedAt === draft ? NO_ANSWERS : findCannedAnswers(answers, typed);
  const at = Math.min(place, found.length - 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another beginning starts from the first one
  useEffect(() => setPlace(0), [typed]);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);

  if (found.length === 0) return { inputProps: {}, onKeyDown: () => false, menu: null };

  function onKeyDown(event: KeyboardEvent): boolean {
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (next !== undefined) {
      if (!filling) setPlace((next + found.length) % found.length);
    } else if (event.key === "Escape") {
      cancel();
      setClosedAt(draft);
    } else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") {
      const picked = found[at];
      if (picked) pick(picked);
    } else return false;
    event.preventDefault();
    return true;
  }

  return {
    inputProps: {
      "aria-autocomplete": "list",
      "aria-controls": id,
      "aria-activedescendant": `${id}-${found[at]?.id}`,
    },
    onKeyDown,
    menu: (
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Respostas prontas"
        aria-busy={filling || undefined}
        className="mb-2 max-h-56 overflow-y-auto rounded-lg border border-border bg-popover p-1 shadow-card"
      >
        {found.map((answer, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          <div
            key={answer.id}
            id={`${id}-${answer.id}`}
            role="option"
            aria-selected={index === at}
            // The input keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (!filling) setPlace(index);
              pick(answer);
            }}
            className={cn(
              "cursor-pointer rounded-md px-2.5 py-2",
              index === at ? "bg-accent" : "hover:bg-muted",
              filling && index !== at && "pointer-events-none opacity-50",
            )}
          >
            <p className="flex items-center gap-2 truncate font-medium text-sm">
              /{answer.shortcut}
              {filling && index === at && <Loader2 className="size-4 animate-spin" aria-hidden />}
            </p>
            <p className="truncate text-[0.8125rem] text-muted-foreground">{answer.text}</p>
            {answer.file && <CannedFileName name={answer.file.file_name} />}
          </div>
        ))}
      </div>
    ),
  };
}
