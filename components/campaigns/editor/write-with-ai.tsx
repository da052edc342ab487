"use client";

import { Sparkles } from "lucide-react";
import { useState } from "react";
import { useProFeature } from "@/components/session/use-pro-feature";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { ProBadge } from "@/components/shared/layout/pro-badge";
import { Button } from "@/components/ui/button";

const DraftsDialog = lateDialog(async () => (await import("./drafts-dialog")).DraftsDialog);

interface WriteWithAiProps {
  /** The message before, of a sequence. */
  follows?: string | undefined;
  /** Takes drafts into the editor, where they are edited. */
  onTake: (texts: string[]) => void;
}

/** Opens the dialog that drafts variants. */
export function WriteWithAi({ follows, onTake }: WriteWithAiProps) {
  const { pro, explainPro } = useProFeature();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        onClick={() => (pro ? setOpen(true) : explainPro("Escrever com IA"))}
      >
        <Sparkles aria-hidden />
        Escrever com IA
        {!pro && <ProBadge />}
      </Button>
      {open && (
        <DraftsDialog
          follows={follows}
          onClose={() => setOpen(false)}
          onTake={(texts) => {
            setOpen(false);
            onTake(texts);
          }}
        />
      )}
    </>
  );
}
