"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useTeam } from "@/components/session/team.queries";
import { useOptionMenu } from "@/components/shared/forms/use-option-menu";
import { isComposing } from "@/components/shared/state/is-composing";
import { useStoredState } from "@/components/shared/state/use-stored-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { inputClasses } from "@/components/ui/input";
import { CONVERSATION_NOTE_MAX_LENGTH } from "@/lib/domain/messages/conversation-note";
import {
  findMentionable,
  labelPeople,
  listMentioned,
  type Mentionable,
  readMention,
} from "@/lib/domain/messages/note-mentions";
import { errorText, isError } from "@/lib/error-text";
import { formatNumber } from "@/lib/format";
import { getNoteDraftKey, noteMutations } from "./notes.queries";

interface NoteComposerProps {
  chatKey: string;
  contactNumber: string;
}

/** Writes an internal note. It has nothing in common with the form of messages, so that neither sends what the other holds. */
export function NoteComposer({ chatKey, contactNumber }: NoteComposerProps) {
  const client = useQueryClient();
  const { people } = useTeam();
  const colleagues = labelPeople(
    people.filter(({ is_you, suspended_at }) => !is_you && suspended_at === null),
  );
  const [draft, setDraft] = useStoredState(getNoteDraftKey(chatKey), "");
  const [caret, setCaret] = useState(draft.length);
  const input = useRef<HTMLTextAreaElement>(null);
  const errorId = useId();
  const creation = useMutation(noteMutations.create(client, chatKey, contactNumber));
  /** A second Enter comes before the screen shows that the first one saves. */
  const saving = useRef(false);
  const text = draft.trim();
  const excess = text.length - CONVERSATION_NOTE_MAX_LENGTH;
  const found = readMention(draft.slice(0, caret), colleagues);
  const menu = useOptionMenu({
    label: "Pessoas da equipe",
    text: draft,
    typed: found?.typed ?? null,
    options: found ? findMentionable(colleagues, found.typed) : [],
    onPick: mention,
    children: ({ label }) => <p className="truncate text-sm">{label}</p>,
  });

  useEffect(() => input.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    element.style.height = "auto";
    // The border is not part of the scroll height.
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
  }, [draft]);

  function mention({ label }: Mentionable) {
    if (!found) return;
    const before = `${draft.slice(0, found.at)}@${label} `;
    setDraft(before + draft.slice(caret).replace(/^ /, ""));
    setCaret(before.length);
    requestAnimationFrame(() => input.current?.setSelectionRange(before.length, before.length));
  }

  function save() {
    if (saving.current || text === "" || excess > 0) return;
    saving.current = true;
    creation.mutate(
      { draft, text, mentions: listMentioned(text, colleagues) },
      {
        // The history is reversed: this is its end.
        onSuccess: () => document.querySelector("[data-history]")?.scrollTo({ top: 0 }),
        onSettled: () => {
          saving.current = false;
          input.current?.focus();
        },
      },
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    if (menu.onKeyDown(event)) return;
    // Enter also confirms a word of an input method.
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    save();
  }

  const problem = describeProblem(excess, creation.error);
  return (
    <form
      aria-label="Escrever nota interna"
      className="shrink-0 bg-primary-soft px-3 pb-2.5 @2xl:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {problem && (
        <p id={errorId} role="alert" className="mb-1.5 text-[0.8125rem] text-danger-text">
          {problem}
        </p>
      )}
      {menu.menu}
      <div className="flex items-end gap-2">
        <textarea
          {...menu.inputProps}
          ref={input}
          aria-label="Nota interna"
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem ? errorId : undefined}
          placeholder="Só a equipe lê. Use @ para mencionar alguém."
          readOnly={creation.isPending}
          rows={1}
          value={draft}
          onChange={({ target }) => {
            setDraft(target.value);
            setCaret(target.selectionStart);
            if (creation.error) creation.reset();
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          className={cn(
            inputClasses,
            "max-h-[30dvh] resize-none border-primary px-3 py-2 leading-5.5",
          )}
        />
        <Button
          type="submit"
          size="lg"
          className="pointer-coarse:h-11"
          disabled={text === "" || excess > 0}
          loading={creation.isPending}
        >
          Salvar nota
        </Button>
      </div>
    </form>
  );
}

function describeProblem(excess: number, error: Error | null): string | null {
  if (excess > 0) {
    return `A nota pode ter até ${formatNumber(CONVERSATION_NOTE_MAX_LENGTH)} caracteres: faltam tirar ${formatNumber(excess)}.`;
  }
  if (!error) return null;
  const fields = isError(error, "invalid_input") ? error.fields : undefined;
  return fields?.["mentions"] ?? fields?.["text"] ?? `A nota não foi salva. ${errorText(error)}`;
}
