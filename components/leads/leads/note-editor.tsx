"use client";

import { type FormEvent, useId, useState } from "react";
import { useSessionUser } from "@/components/session/session-context";
import { useStoredState } from "@/components/shared/state/use-stored-state";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { NOTE_DRAFT_PREFIX } from "@/lib/api/session-store";
import { NOTE_MAX_LENGTH } from "@/lib/domain/leads/notes";
import { errorText, isError } from "@/lib/error-text";
import { formatNumber } from "@/lib/format";

interface NoteEditorProps {
  label: string;
  /** The key of the draft: typed text is kept under it until it is saved, so that closing the drawer loses nothing. */
  draftKey: string;
  /** The initial text. */
  initial?: string;
  autoFocus?: boolean;
  onSave: (text: string) => Promise<unknown>;
  /** Offers a way out without saving. */
  onCancel?: () => void;
}

/** Where a note is written: Ctrl+Enter saves it. */
export function NoteEditor(props: NoteEditorProps) {
  const { label, draftKey, initial = "", autoFocus = false, onSave, onCancel } = props;
  const storageKey = `${NOTE_DRAFT_PREFIX}${useSessionUser().id}_${draftKey}`;
  const [typed, setTyped] = useStoredState<string | null>(storageKey, null);
  const draft = typed ?? initial;
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [fieldId, noteId] = [useId(), useId()];
  const isOffered = draft !== "" || onCancel !== undefined;

  function cancel() {
    setTyped(null);
    onCancel?.();
  }

  async function save() {
    const text = draft.trim();
    if (saving) return;
    if (text === "") return setError("Escreva a nota.");
    if (text.length > NOTE_MAX_LENGTH) {
      return setError(`Use no máximo ${formatNumber(NOTE_MAX_LENGTH)} caracteres.`);
    }
    setSaving(true);
    try {
      await onSave(text);
      setTyped(null);
    } catch (failure) {
      const field = isError(failure, "invalid_input") ? failure.fields?.["text"] : undefined;
      setError(field ?? errorText(failure));
    } finally {
      setSaving(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        event.stopPropagation();
        void save();
      }}
    >
      <label htmlFor={fieldId} className="sr-only">
        {label}
      </label>
      <Textarea
        id={fieldId}
        value={draft}
        rows={isOffered ? 3 : 1}
        autoFocus={autoFocus}
        placeholder="Escreva uma nota…"
        aria-invalid={error !== null || undefined}
        aria-describedby={noteId}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save();
        }}
        className="w-full text-sm"
      />
      <div className="mt-1.5 flex flex-wrap items-center justify-end gap-2">
        <p
          id={noteId}
          role={error ? "alert" : undefined}
          className={
            error
              ? "min-w-40 flex-1 text-[0.8125rem] text-danger-text"
              : "min-w-40 flex-1 text-[0.8125rem] text-muted-foreground"
          }
        >
          {error ?? (isOffered ? "Ctrl+Enter salva." : "")}
        </p>
        {onCancel && (
          <Button type="button" variant="ghost" size="sm" onClick={cancel}>
            Cancelar
          </Button>
        )}
        {isOffered && (
          <Button type="submit" size="sm" loading={saving}>
            Salvar nota
          </Button>
        )}
      </div>
    </form>
  );
}
