"use client";

import { Modal } from "@/components/shared/feedback/modal";
import { TaskAdder } from "./task-adder";

/** Creates a task that hangs on no lead. */
export function NewTaskDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      title="Nova tarefa"
      description="Sem lead. A tarefa de um lead nasce na ficha dele."
      onClose={onClose}
    >
      <TaskAdder leadId={null} autoFocus onCreated={onClose} />
    </Modal>
  );
}
