"use client";

import { useHydrated } from "@/components/shared/state/use-hydrated";
import { Button } from "@/components/ui/button";

interface SubmitButtonProps {
  label: string;
  sending: boolean;
  sendingLabel: string;
  disabled?: boolean;
}

/** The submit button of a page's main form, disabled until the page is hydrated. */
export function SubmitButton({
  label,
  sending,
  sendingLabel,
  disabled = false,
}: SubmitButtonProps) {
  const hydrated = useHydrated();
  return (
    <Button
      type="submit"
      size="lg"
      className="mt-2 w-full"
      loading={sending}
      disabled={!hydrated || disabled}
    >
      {sending ? sendingLabel : label}
    </Button>
  );
}
