"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileDown, FileUp } from "lucide-react";
import { type DragEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";
import { TOO_LARGE } from "@/lib/contracts/leads/imports";
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from "@/lib/domain/imports/import-file";
import { errorText, fieldError } from "@/lib/error-text";
import { formatNumber } from "@/lib/format";
import { importMutations } from "./imports.queries";

/** Uploads a chosen or dropped file and shows the progress. */
export function FilePicker() {
  const client = useQueryClient();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [sent, setSent] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const upload = useMutation({
    ...importMutations.upload(client),
    meta: { failure: null },
    onError: (failure) => setError(fieldError(failure, "file") ?? errorText(failure)),
  });

  function uploadFile(file: File | undefined) {
    // Reset the input, so that choosing the same file again fires a change.
    if (input.current) input.current.value = "";
    if (!file || upload.isPending) return;
    setError(null);
    setSent(0);
    if (file.size > IMPORT_MAX_BYTES) return setError(TOO_LARGE);
    upload.mutate({ file, onProgress: setSent });
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    uploadFile(event.dataTransfer.files[0]);
  }

  return (
    <>
      <section
        aria-label="Solte o arquivo aqui"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          "flex flex-col items-center rounded-xl border border-input border-dashed px-4 py-10 text-center transition-colors",
          over && "border-ring bg-primary-soft",
        )}
      >
        <FileUp className="mb-3 size-7 text-muted-foreground" aria-hidden />
        <input
          ref={input}
          id={id}
          type="file"
          accept=".csv,.txt,.tsv,.xlsx,.ods,.vcf"
          aria-label="Arquivo de leads"
          aria-describedby={`${id}-help`}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => uploadFile(event.target.files?.[0])}
        />
        <Button size="lg" loading={upload.isPending} onClick={() => input.current?.click()}>
          {upload.isPending ? "Enviando..." : "Escolher arquivo"}
        </Button>
        <p id={`${id}-help`} className="mt-3 max-w-md text-pretty text-muted-foreground text-sm">
          Ou solte-o aqui. CSV, XLSX ou ODS com um cabeçalho, ou contatos em VCF, até{" "}
          {IMPORT_MAX_BYTES / 1_000_000} MB e {formatNumber(IMPORT_MAX_ROWS)} linhas.
        </p>
        {upload.isPending && (
          <div className="mt-4 w-full max-w-sm">
            <Progress value={sent} label="Envio do arquivo" />
            <p className="mt-1.5 text-muted-foreground text-sm" aria-live="polite">
              {sent < 1 ? `${Math.floor(sent * 100)}% enviado` : "Lendo as linhas..."}
            </p>
          </div>
        )}
        {error && (
          <p role="alert" className="mt-4 max-w-md text-pretty text-danger-text text-sm">
            {error}
          </p>
        )}
      </section>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <p className="mr-auto text-muted-foreground text-sm">Ainda não tem uma planilha?</p>
        <Button asChild variant="outline" size="lg">
          <a href="/api/imports/template?format=xlsx" download>
            <FileDown aria-hidden />
            Modelo XLSX
          </a>
        </Button>
        <Button asChild variant="outline" size="lg">
          <a href="/api/imports/template?format=csv" download>
            <FileDown aria-hidden />
            Modelo CSV
          </a>
        </Button>
      </div>
    </>
  );
}
