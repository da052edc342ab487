"use client";

import { Paperclip, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { readAttachment } from "@/components/messaging/chat/attachment.queries";
import { Button } from "@/components/ui/button";
import type { CannedAnswer } from "@/lib/contracts/messaging/canned-answers";
import { formatBytes } from "@/lib/domain/media/media-labels";
import { toFileName } from "@/lib/domain/media/sent-media";

type NamedFile = Pick<NonNullable<CannedAnswer["file"]>, "file_name" | "bytes">;

export function describeFile(file: File): NamedFile {
  return { file_name: toFileName(file), bytes: file.size };
}

/** The file of a canned answer. A file that WhatsApp would refuse is refused at once. */
export function CannedFileField({
  file,
  onChange,
}: {
  file: NamedFile | null;
  onChange: (file: File | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const errorId = useId();
  const [refusal, setRefusal] = useState<string | null>(null);

  async function take(chosen: File | undefined) {
    if (!chosen) return;
    const read = await readAttachment(chosen);
    setRefusal(read.refusal);
    if (read.refusal === null) onChange(chosen);
  }

  return (
    <div className="pt-1">
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Arquivo da resposta"
        onChange={({ target }) => {
          void take(target.files?.[0]);
          // Reset, so that choosing the same file again fires a change.
          target.value = "";
        }}
      />
      {file && (
        <p className="mb-2 flex min-w-0 items-center gap-2 rounded-lg border border-border px-3 py-1.5 text-sm">
          <Paperclip aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          <span className="min-w-0 flex-1 truncate">{file.file_name}</span>
          <span className="shrink-0 text-muted-foreground">{formatBytes(file.bytes)}</span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Retirar ${file.file_name}`}
            onClick={() => {
              onChange(null);
              choose.current?.focus();
            }}
          >
            <X aria-hidden />
          </Button>
        </p>
      )}
      <Button
        ref={choose}
        variant="outline"
        size="sm"
        aria-describedby={refusal ? errorId : undefined}
        onClick={() => input.current?.click()}
      >
        <Paperclip aria-hidden />
        {file ? "Trocar arquivo" : "Anexar arquivo"}
      </Button>
      {refusal && (
        <p id={errorId} role="alert" className="mt-1.5 text-[0.8125rem] text-danger-text">
          {refusal}
        </p>
      )}
    </div>
  );
}
