"use client";

import { Modal } from "@/components/shared/feedback/modal";
import { TaskAdder } from "./task-adder";

interface NewTaskDialogProps {
  /** The task's lead; without one the task is independent. */
  lead?: { id: number; name: string };
  onClose: () => void;
}

export function NewTaskDialog({ lead, onClose }: NewTaskDialogProps) {
  return (
    <Modal
      title="Nova tarefa"
      description={lead ? `De ${lead.name}.` : "Com @ e o nome, a tarefa é de um lead."}
      onClose={onClose}
    >
      <TaskAdder leadId={lead?.id ?? null} autoFocus onCreated={onClose} />
    </Modal>
  );
}
