"use client";

import { Radar } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Button } from "@/components/ui/button";

const SaveRadarDialog = lateDialog(
  async () => (await import("./save-radar-dialog")).SaveRadarDialog,
);

interface FollowButtonProps
  extends Pick<ComponentProps<typeof Button>, "size" | "className" | "disabled"> {
  question: ComponentProps<typeof SaveRadarDialog>["question"];
  name: string;
}

/** Saves the search of a form as a radar. */
export function FollowButton({ question, name, ...button }: FollowButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" {...button} onClick={() => setOpen(true)}>
        <Radar aria-hidden />
        Salvar como radar
      </Button>
      {open && <SaveRadarDialog question={question} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
