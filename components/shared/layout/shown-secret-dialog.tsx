"use client";

import { useState } from "react";
import { Modal } from "@/components/shared/feedback/modal";
import { Button } from "@/components/ui/button";
import { ShownSecret } from "./shown-secret";

interface ShownSecretDialogProps {
  title: string;
  description: string;
  label: string;
  secret: string;
  /** The question before closing if the secret was not copied by the button. */
  question: string;
  /** The label of the button that closes it. */
  done: string;
  onClose: () => void;
}

/** A secret that is shown only once: an accidental Escape must not lose it. */
export function ShownSecretDialog({
  label,
  secret,
  question,
  done,
  ...modal
}: ShownSecretDialogProps) {
  const [copied, setCopied] = useState(false);
  return (
    <Modal
      {...modal}
      isDirty={!copied}
      question={{ text: question, keep: "Ainda não", discard: "Já copiei", isHarmless: true }}
    >
      <ShownSecret label={label} secret={secret} onCopied={() => setCopied(true)} />
      <div className="flex justify-end pt-4">
        <Button onClick={modal.onClose}>{done}</Button>
      </div>
    </Modal>
  );
}
