"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { notifyError } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { type ImportDetails, LAST_HEADER_LINE } from "@/lib/contracts/leads/imports";
import { errorText } from "@/lib/error-text";
import { AppError } from "@/lib/errors";
import { importMutations } from "./imports.queries";

interface HeaderLineFieldProps {
  draft: ImportDetails;
  file: File;
  /** Called with what was read before it takes the draft's place. */
  onRead: (draft: ImportDetails) => void;
}

/** Says in which line of the file its columns are named, and reads it again from there. */
export function HeaderLineField({ draft, file, onRead }: HeaderLineFieldProps) {
  const id = useId();
  const client = useQueryClient();
  const upload = useMutation(importMutations.upload(client));
  const remove = useMutation(importMutations.discard(client));
  // The rows follow their header.
  const found = Math.max(1, (draft.file.preview[0]?.line ?? 2) - 1);
  const [typed, setTyped] = useState(String(found));
  const line = Number(typed);
  const isLine = Number.isInteger(line) && line >= 1 && line <= LAST_HEADER_LINE;

  function readAgain() {
    upload.mutate(
      {
        file,
        headerLine: line,
        onProgress: () => undefined,
        onUploaded: (uploaded) => {
          onRead(uploaded);
          remove.mutate(draft.import.id);
        },
      },
      {
        onError: (error) =>
          notifyError((error instanceof AppError && error.fields?.["file"]) || errorText(error)),
      },
    );
  }

  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <label htmlFor={id}>Os nomes das colunas estão na linha</label>
      <Input
        id={id}
        inputMode="numeric"
        value={typed}
        aria-invalid={!isLine || undefined}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, "").slice(0, 2))}
        onKeyDown={(event) => event.key === "Enter" && isLine && line !== found && readAgain()}
        className="max-w-16 text-center tabular-nums"
      />
      {typed !== String(found) && (
        <Button variant="outline" loading={upload.isPending} disabled={!isLine} onClick={readAgain}>
          Ler de novo
        </Button>
      )}
    </div>
  );
}
