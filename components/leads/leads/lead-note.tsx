"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import type { Note } from "@/lib/contracts/leads/notes";
import { NoteEditor } from "./note-editor";
import { noteMutations } from "./notes.queries";

/** Long enough to read it and to undo it. */
const UNDO_MS = 7_000;

/** The text of a note, and its actions. */
export function LeadNote({ note }: { note: Note }) {
  const client = useQueryClient();
  const pinning = useMutation(noteMutations.update(client));
  const update = useMutation({ ...noteMutations.update(client), meta: { failure: null } });
  const removal = useMutation(noteMutations.remove(client));
  const bringBack = useMutation(noteMutations.bringBack(client));
  const [editing, setEditing] = useState(false);
  const isPinned = note.pinned_at !== null;

  if (editing) {
    return (
      <NoteEditor
        label="Editar nota"
        draftKey={`edit_${note.id}`}
        initial={note.text}
        autoFocus
        onSave={async (text) => {
          await update.mutateAsync({ id: note.id, change: { text } });
          setEditing(false);
        }}
        onCancel={() => setEditing(false)}
      />
    );
  }

  async function remove() {
    const removed = await removal.mutateAsync(note.id).then(
      () => true,
      () => false,
    );
    if (!removed) return;
    notifySuccess("Nota excluída.", {
      duration: UNDO_MS,
      action: { label: "Desfazer", onClick: () => bringBack.mutate(note) },
    });
  }

  const togglePin = () => pinning.mutate({ id: note.id, change: { pinned: !isPinned } });

  return (
    <div className="flex items-start gap-1">
      <p className="min-w-0 flex-1 whitespace-pre-wrap break-words pt-1">{note.text}</p>
      <Button
        variant="ghost"
        size="icon"
        aria-label={isPinned ? "Soltar nota" : "Fixar nota"}
        title={isPinned ? "Soltar" : "Fixar"}
        disabled={pinning.isPending}
        onClick={togglePin}
      >
        {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Editar nota"
        title="Editar"
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Excluir nota"
        title="Excluir"
        disabled={removal.isPending}
        onClick={() => void remove()}
      >
        <Trash2 aria-hidden />
      </Button>
    </div>
  );
}
