"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listQueries } from "@/components/lists/lists.queries";
import { Field } from "@/components/shared/form";
import { notifyError, notifySuccess } from "@/components/shared/notify";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import type { Import, ImportCheck, ImportFile } from "@/lib/contracts/imports";
import type { ColumnMapping, ImportField } from "@/lib/domain/import-columns";
import type { ImportMode } from "@/lib/domain/import-file";
import { errorText } from "@/lib/error-text";
import { AppError } from "@/lib/errors";
import { countOf } from "@/lib/format";
import { ColumnMappingEditor } from "./column-mapping-editor";
import { ImportCheckResult } from "./import-check-result";
import { importMutations } from "./imports.queries";

interface ImportSetupProps {
  uploaded: { import: Import; file: ImportFile };
  onDone: () => void;
}

const NO_LIST = "";
const NEW_LIST = "new";

/** What the columns mean, what happens to leads that exist, and what would come of it; then the start. */
export function ImportSetup({ uploaded, onDone }: ImportSetupProps) {
  const { id, file_name, rows_total } = uploaded.import;
  const queries = useQueryClient();
  const lists = useQuery(listQueries.choices());
  const [mapping, setMapping] = useState<ColumnMapping>(uploaded.file.mapping);
  const [mode, setMode] = useState<ImportMode>("skip");
  const [list, setList] = useState(NO_LIST);
  const [listName, setListName] = useState("");
  const [missing, setMissing] = useState(false);

  const check = useMutation(importMutations.check());
  const start = useMutation({
    ...importMutations.start(queries),
    onError: (error) => notifyError(errorText(error)),
  });
  const wrong = check.error instanceof AppError ? check.error.fields?.["mapping"] : undefined;

  function map(column: number, field: ImportField | null) {
    check.reset();
    // A field comes from one column: the one that had it lets go.
    setMapping(mapping.map((each, at) => (at === column ? field : each === field ? null : each)));
  }

  function begin() {
    if (list === NEW_LIST && listName.trim() === "") return setMissing(true);
    const target =
      list === NEW_LIST
        ? { list_name: listName.trim() }
        : list !== NO_LIST
          ? { list_id: Number(list) }
          : {};
    start.mutate(
      { id, body: { mapping, mode, ...target } },
      {
        onSuccess: () => {
          notifySuccess("Importação iniciada! Acompanhe o andamento em Importações recentes.");
          onDone();
        },
      },
    );
  }

  return (
    <Card aria-label="Conferir importação" className="min-w-0">
      <CardHeader>
        <div className="min-w-0">
          <CardTitle className="truncate">{file_name}</CardTitle>
          <p className="text-muted-foreground text-sm">{countOf(rows_total, "linha", "linhas")}</p>
        </div>
        <Button variant="outline" size="sm" onClick={onDone} disabled={start.isPending}>
          Trocar arquivo
        </Button>
      </CardHeader>
      <CardContent className="space-y-5">
        <ColumnMappingEditor file={uploaded.file} mapping={mapping} onMap={map} />
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          <Field label="Leads que já existem" help="Reconhecidos pelo WhatsApp ou pelo CNPJ.">
            {(control) => (
              <NativeSelect
                {...control}
                value={mode}
                onChange={(event) => {
                  check.reset();
                  setMode(event.target.value as ImportMode);
                }}
              >
                <option value="skip">Manter como estão</option>
                <option value="update">Atualizar com os dados do arquivo</option>
              </NativeSelect>
            )}
          </Field>
          <Field
            label="Adicionar a uma lista"
            help="Opcional."
            error={lists.isError ? "Erro ao carregar listas!" : undefined}
          >
            {(control) => (
              <NativeSelect
                {...control}
                value={list}
                onChange={(event) => setList(event.target.value)}
              >
                <option value={NO_LIST}>Nenhuma lista</option>
                <option value={NEW_LIST}>Nova lista</option>
                {lists.data?.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name} ({each.total_leads})
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          {list === NEW_LIST && (
            <Field
              label="Nome da nova lista"
              className="sm:col-start-2"
              error={missing && listName.trim() === "" ? "Informe o nome da lista." : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  value={listName}
                  maxLength={120}
                  onChange={(event) => setListName(event.target.value)}
                />
              )}
            </Field>
          )}
        </div>
        {check.isError && (
          <p role="alert" className="text-danger-text text-sm">
            {wrong ?? errorText(check.error)}
          </p>
        )}
        {check.data && <ImportCheckResult check={check.data.check} mode={mode} />}
        {check.data ? (
          <Button
            size="lg"
            className="w-full"
            loading={start.isPending}
            disabled={check.data.check.refused === check.data.check.rows}
            onClick={begin}
          >
            {startLabel(check.data.check, mode)}
          </Button>
        ) : (
          <Button
            size="lg"
            className="w-full"
            loading={check.isPending}
            onClick={() => check.mutate({ id, body: { mapping, mode } })}
          >
            {check.isPending ? "Conferindo as linhas..." : "Conferir antes de importar"}
          </Button>
        )}
      </CardContent>
    </Card>
  );
}

function startLabel({ created, existing }: ImportCheck, mode: ImportMode): string {
  const updates = `atualizar ${countOf(existing, "lead", "leads")}`;
  if (mode === "skip" || existing === 0) {
    return `Importar ${countOf(created, "lead novo", "leads novos")}`;
  }
  return created === 0
    ? `${updates.charAt(0).toUpperCase()}${updates.slice(1)}`
    : `Importar ${countOf(created, "lead novo", "leads novos")} e ${updates}`;
}
