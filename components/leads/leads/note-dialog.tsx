"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Modal } from "@/components/shared/feedback/modal";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { NoteEditor } from "./note-editor";
import { noteMutations } from "./notes.queries";

interface NoteDialogProps {
  lead: { id: number; name: string };
  onClose: () => void;
}

/** Writes a note on a lead from where only its name shows. What is typed is kept as in the lead's drawer. */
export function NoteDialog({ lead, onClose }: NoteDialogProps) {
  const creation = useMutation(noteMutations.create(useQueryClient(), lead.id));
  return (
    <Modal title="Nova nota" description={`Sobre ${lead.name}.`} onClose={onClose}>
      <NoteEditor
        label="Nova nota"
        draftKey={String(lead.id)}
        autoFocus
        onSave={async (text) => {
          await creation.mutateAsync(text);
          notifySuccess("Nota salva.");
          onClose();
        }}
      />
    </Modal>
  );
}
