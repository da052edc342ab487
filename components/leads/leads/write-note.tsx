"use client";

import { useMutation } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useProFeature } from "@/components/session/use-pro-feature";
import { ProBadge } from "@/components/shared/layout/pro-badge";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/api/client";
import { suggestions } from "@/lib/contracts/messaging/suggestions";

interface WriteNoteProps {
  leadId: number;
  /** The current text of the field. */
  read: () => string;
  /** Puts a text into the field, where it is edited and saved. */
  onWrite: (text: string) => void;
}

/** Writes a note on a lead into a form's field; nothing is saved from here. */
export function WriteNote({ leadId, read, onWrite }: WriteNoteProps) {
  const { pro, explainPro } = useProFeature();
  const writing = useMutation({
    mutationFn: () => call(suggestions.writeNote, { body: { lead_id: leadId } }),
  });
  const { data: written } = writing;

  function write() {
    if (!pro) return explainPro("Escrever observações com IA");
    writing.mutate(undefined, {
      onSuccess: ({ note }) => onWrite(addNote(read(), written?.note, note)),
    });
  }

  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm sm:col-span-2">
      <Button variant="outline" size="sm" loading={writing.isPending} onClick={write}>
        <Sparkles aria-hidden />
        Escrever observações com IA
        {!pro && <ProBadge />}
      </Button>
      <div role="status" className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        {written?.source === "modelo" && <Badge tone="neutral">modelo</Badge>}
        {written && (
          <p className="min-w-40 flex-1 text-muted-foreground">
            {written.used_up
              ? "O limite diário de textos da IA acabou: este é um modelo."
              : "Confira e edite antes de salvar."}
          </p>
        )}
      </div>
    </div>
  );
}

/** Typed text stays before the note; an earlier generated note is replaced. */
function addNote(current: string, before: string | undefined, note: string): string {
  const text = current.trim();
  return text === "" || text === before ? note : `${text}\n${note}`;
}
