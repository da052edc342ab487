"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { ReadSheet } from "@/components/leads/imports/read-sheet";
import { SheetSelect } from "@/components/leads/imports/sheet-select";
import { Modal } from "@/components/shared/feedback/modal";
import { Field } from "@/components/shared/forms/form";
import { FormProblem } from "@/components/shared/forms/form-problem";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import {
  OPT_OUT_FILE_TOO_LARGE,
  OPT_OUT_IMPORT_MAX_BYTES,
  OPT_OUT_IMPORT_MAX_NUMBERS,
  type OptOutImport,
} from "@/lib/contracts/messaging/opt-outs";
import { errorText, fieldError } from "@/lib/error-text";
import { countOf, formatNumber } from "@/lib/format";
import { optOutMutations } from "./opt-outs.queries";

/** A file with several sheets, none of which was read yet. */
interface Workbook {
  file: File;
  sheets: readonly string[];
  sheet: string;
}

export function ImportNumbersDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [workbook, setWorkbook] = useState<Workbook | null>(null);
  const [result, setResult] = useState<OptOutImport | null>(null);
  const importing = useMutation({
    ...optOutMutations.importFile(client),
    onError: (error) => setProblem(fieldError(error, "file") ?? errorText(error)),
  });

  function send(file: File | undefined, sheet?: string) {
    // Reset the input, so that choosing the same file again fires a change.
    if (input.current) input.current.value = "";
    if (!file || importing.isPending) return;
    if (file.size > OPT_OUT_IMPORT_MAX_BYTES) return setProblem(OPT_OUT_FILE_TOO_LARGE);
    setProblem(null);
    importing.mutate(
      { file, sheet },
      {
        onSuccess: (answer) => {
          const { sheets } = answer;
          if (sheet !== undefined || sheets.length < 2) return setResult(answer);
          setWorkbook({ file, sheets, sheet: answer.sheet?.name ?? sheets[0] ?? "" });
        },
      },
    );
  }

  return (
    <Modal
      title="Importar números"
      description={`Um arquivo CSV ou XLSX, ou uma lista colada. Até ${formatNumber(OPT_OUT_IMPORT_MAX_NUMBERS)} números por vez.`}
      onClose={onClose}
      isDirty={pasted.trim() !== "" && !result}
    >
      {result ? (
        <ImportResult result={result} onClose={onClose} />
      ) : workbook ? (
        <form
          aria-label="Escolher a planilha"
          onSubmit={(event) => {
            event.preventDefault();
            send(workbook.file, workbook.sheet);
          }}
        >
          <FormProblem>{problem}</FormProblem>
          <p className="mb-3 text-sm">
            O arquivo tem várias planilhas. Escolha a dos números que não podem receber mensagens:
            os das outras não são bloqueados.
          </p>
          <SheetSelect
            sheets={workbook.sheets}
            value={workbook.sheet}
            disabled={importing.isPending}
            onChoose={(sheet) => {
              setProblem(null);
              setWorkbook({ ...workbook, sheet });
            }}
          />
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button
              variant="outline"
              size="lg"
              className="mr-auto"
              disabled={importing.isPending}
              onClick={() => {
                setProblem(null);
                setWorkbook(null);
              }}
            >
              Voltar
            </Button>
            <ImportButtons isPending={importing.isPending} onClose={onClose} />
          </div>
        </form>
      ) : (
        <form
          aria-label="Importar números"
          onSubmit={(event) => {
            event.preventDefault();
            if (pasted.trim() === "") return setProblem("Cole os números ou escolha um arquivo.");
            send(new File([pasted], "lista.txt"));
          }}
        >
          <FormProblem>{problem}</FormProblem>
          <Field label="Números" help="Um por linha, com DDD. De outro país, com + e o código.">
            {(control) => (
              <Textarea
                {...control}
                rows={6}
                value={pasted}
                placeholder={"(11) 98765-4321\n+351 912 345 678"}
                onChange={({ target }) => setPasted(target.value)}
              />
            )}
          </Field>
          <input
            ref={input}
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,.ods,.vcf"
            aria-label="Arquivo de números"
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => send(target.files?.[0])}
          />
          <div className="mt-1 flex flex-wrap justify-end gap-2">
            <Button
              variant="outline"
              size="lg"
              className="mr-auto"
              onClick={() => input.current?.click()}
              disabled={importing.isPending}
            >
              <FileUp aria-hidden />
              Escolher arquivo
            </Button>
            <ImportButtons isPending={importing.isPending} onClose={onClose} />
          </div>
        </form>
      )}
    </Modal>
  );
}

function ImportButtons({ isPending, onClose }: { isPending: boolean; onClose: () => void }) {
  return (
    <>
      <Button variant="outline" size="lg" onClick={onClose}>
        Cancelar
      </Button>
      <Button type="submit" size="lg" loading={isPending}>
        Importar
      </Button>
    </>
  );
}

function ImportResult({ result, onClose }: { result: OptOutImport; onClose: () => void }) {
  const { added, existing, invalid, problems, sheet } = result;
  return (
    <div>
      <div role="status" className="space-y-1 text-sm">
        <p className="font-medium">{countOf(added, "número bloqueado", "números bloqueados")}.</p>
        {existing > 0 && <p>{countOf(existing, "já estava", "já estavam")} na lista.</p>}
        {invalid > 0 && (
          <p className="text-danger-text">
            {countOf(invalid, "linha sem número válido", "linhas sem número válido")}.
          </p>
        )}
        <ReadSheet sheet={sheet} />
      </div>
      {problems.length > 0 && (
        <ul
          aria-label="Linhas sem número válido"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="mt-3 max-h-48 overflow-y-auto rounded-lg border border-border p-3 text-sm"
        >
          {problems.map(({ line, value }) => (
            <li key={line} className="break-words">
              Linha {formatNumber(line)}: {value === "" ? "vazia" : value}
            </li>
          ))}
          {invalid > problems.length && (
            <li className="text-muted-foreground">
              E mais {countOf(invalid - problems.length, "linha", "linhas")}.
            </li>
          )}
        </ul>
      )}
      <div className="mt-4 flex justify-end">
        <Button size="lg" onClick={onClose}>
          Fechar
        </Button>
      </div>
    </div>
  );
}
