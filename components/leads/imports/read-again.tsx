"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { type ImportDetails, LAST_HEADER_LINE } from "@/lib/contracts/leads/imports";
import { errorText, fieldError } from "@/lib/error-text";
import { countOf } from "@/lib/format";
import { importMutations, type UploadChoice } from "./imports.queries";
import { findPickedFile } from "./picked-file";
import { SheetSelect } from "./sheet-select";

interface ReadAgainProps {
  draft: ImportDetails;
  /** Called with the new reading before it replaces the draft. */
  onRead: (draft: ImportDetails) => void;
}

/**
 * Shows which part of the file was read, and reads it in another way while this page still has it: from another line,
 * from another sheet, with or without hidden rows.
 */
export function ReadAgain({ draft, onRead }: ReadAgainProps) {
  const id = useId();
  const client = useQueryClient();
  const upload = useMutation({
    ...importMutations.upload(client),
    meta: { failure: (error) => fieldError(error, "file") ?? errorText(error) },
  });
  const remove = useMutation(importMutations.discard(client));
  const file = findPickedFile(draft.import.id);
  const { sheet, sheets, hidden_rows: hidden, preview } = draft.file;
  // The rows follow their header.
  const found = Math.max(1, (preview[0]?.line ?? 2) - 1);
  const [typed, setTyped] = useState(String(found));
  const line = Number(typed);
  const isLine = Number.isInteger(line) && line >= 1 && line <= LAST_HEADER_LINE;

  function readAgain(choice: UploadChoice) {
    if (!file) return;
    const read = { sheet: sheet?.name, withoutHidden: hidden?.left_out };
    upload.mutate({
      file,
      choice: { ...read, ...choice },
      onProgress: () => undefined,
      onUploaded: (uploaded) => {
        onRead(uploaded);
        remove.mutate(draft.import.id);
      },
    });
  }

  return (
    <div className="space-y-3 text-sm empty:hidden">
      {file && (
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={id}>Os nomes das colunas estão na linha</label>
          <Input
            id={id}
            inputMode="numeric"
            value={typed}
            aria-invalid={!isLine || undefined}
            onChange={({ target }) => setTyped(target.value.replace(/\D/g, "").slice(0, 2))}
            onKeyDown={(event) =>
              event.key === "Enter" && isLine && line !== found && readAgain({ headerLine: line })
            }
            className="max-w-16 text-center tabular-nums"
          />
          {typed !== String(found) && (
            <Button
              variant="outline"
              loading={upload.isPending}
              disabled={!isLine}
              onClick={() => readAgain({ headerLine: line })}
            >
              Ler de novo
            </Button>
          )}
        </div>
      )}
      {file && sheets.length > 1 && (
        <SheetSelect
          sheets={sheets}
          value={sheet?.name ?? ""}
          disabled={upload.isPending}
          onChoose={(name) => readAgain({ sheet: name })}
        />
      )}
      {hidden && (
        <div className="flex flex-wrap items-center gap-2">
          <p>
            {countOf(hidden.count, "linha está oculta", "linhas estão ocultas")} na planilha (por um
            filtro, por exemplo) e{" "}
            {hidden.left_out
              ? hidden.count === 1
                ? "fica de fora."
                : "ficam de fora."
              : hidden.count === 1
                ? "também entra."
                : "também entram."}
          </p>
          {file && (
            <Button
              variant="outline"
              size="sm"
              loading={upload.isPending}
              onClick={() => readAgain({ withoutHidden: !hidden.left_out })}
            >
              {hidden.left_out ? "Incluir ocultas" : "Deixar de fora"}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
