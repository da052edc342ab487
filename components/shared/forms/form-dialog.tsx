"use client";

import { type ReactNode, useId } from "react";
import { Modal } from "@/components/shared/feedback/modal";
import { Button } from "@/components/ui/button";

interface FormDialogProps {
  title: string;
  description: string;
  isDirty?: boolean;
  onClose: () => void;
  onSubmit: () => unknown;
  submitLabel: string;
  isPending?: boolean;
  /** Something that is needed is not filled in yet. */
  disabled?: boolean;
  danger?: boolean;
  /** The button is alone and stays in view while the form scrolls. */
  isLong?: boolean;
  children: ReactNode;
}

/** A dialog that holds one form. */
export function FormDialog({
  onSubmit,
  submitLabel,
  isPending = false,
  disabled = false,
  danger = false,
  isLong = false,
  children,
  ...modal
}: FormDialogProps) {
  const formId = useId();
  const submitButton = (
    <Button
      type="submit"
      form={formId}
      variant={danger ? "danger" : "primary"}
      loading={isPending}
      disabled={disabled}
      {...(isLong && { size: "lg", className: "w-full" })}
    >
      {submitLabel}
    </Button>
  );
  return (
    <Modal {...modal} footer={isLong && submitButton}>
      <form
        id={formId}
        noValidate
        aria-label={modal.title}
        onSubmit={(event) => {
          event.preventDefault();
          // React would pass the event on to a form that renders this dialog.
          event.stopPropagation();
          void onSubmit();
        }}
      >
        {children}
        {!isLong && (
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <Button variant="outline" onClick={modal.onClose}>
              Cancelar
            </Button>
            {submitButton}
          </div>
        )}
      </form>
    </Modal>
  );
}
