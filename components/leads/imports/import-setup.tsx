"use client";

import { hashKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ListCombobox } from "@/components/leads/lists/list-combobox";
import { useListChoices } from "@/components/leads/lists/use-list-choices";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import type { ImportCheck, ImportDetails } from "@/lib/contracts/leads/imports";
import { LIST_NAME_MAX_LENGTH } from "@/lib/contracts/leads/lists";
import {
  type ColumnTarget,
  isOtherTarget,
  type NewColumnField,
} from "@/lib/domain/imports/import-columns";
import type { ImportMode } from "@/lib/domain/imports/import-file";
import { errorText } from "@/lib/error-text";
import { AppError } from "@/lib/errors";
import { countOf, formatDateTime } from "@/lib/format";
import { ColumnMappingEditor } from "./column-mapping-editor";
import { ImportCheckResult } from "./import-check-result";
import {
  type Choice,
  NEW_LIST,
  NO_LIST,
  readUnsaved,
  storeUnsaved,
  toCheckBody,
  toChoice,
  toRequestBody,
} from "./import-choice";
import { ImportTags } from "./import-tags";
import { importMutations, saveDraftOnLeaving } from "./imports.queries";
import { ReadAgain } from "./read-again";
import { ReadSheet } from "./read-sheet";
import { useDebouncedCallback } from "./use-debounced-callback";

/** Sets up an uploaded file: column mapping, handling of existing leads, target list, dry run and start. */
export function ImportSetup({ draft }: { draft: ImportDetails }) {
  const { id, file_name, rows_total, created_at } = draft.import;
  const queries = useQueryClient();
  const [choice, setChoice] = useState<Choice>(() => readUnsaved(id) ?? toChoice(draft));
  const { mapping, newFields, mode, list, listName, tags } = choice;
  const lists = useListChoices(list === NO_LIST || list === NEW_LIST ? [] : [Number(list)]);
  const [missing, setMissing] = useState(false);

  const save = useMutation(importMutations.saveDraft(queries));
  const remove = useMutation(importMutations.removeDraft(queries));
  const check = useMutation(importMutations.check());
  const start = useMutation(importMutations.start(queries));
  const failed = start.error ?? check.error;
  const problems = (failed instanceof AppError && failed.fields) || {};
  const wrong = problems["mapping"];

  const debouncedSave = useDebouncedCallback<Choice>({
    onFlush: saveChoice,
    onLeave: (typed) =>
      forgetOnceSaved(typed, saveDraftOnLeaving({ id, body: toRequestBody(typed) })),
  });

  function saveChoice(chosen: Choice) {
    forgetOnceSaved(chosen, save.mutateAsync({ id, body: toRequestBody(chosen) }));
  }

  /** Also called when another screen is open by then. A choice that could not be saved stays in this browser. */
  function forgetOnceSaved(chosen: Choice, saving: Promise<unknown>) {
    const forget = () => {
      const isLatest = hashKey([readUnsaved(id)]) === hashKey([chosen]);
      if (isLatest) storeUnsaved(null);
    };
    saving.then(forget, () => undefined);
  }

  function change(changed: Partial<Choice>): Choice {
    const next = { ...choice, ...changed };
    setChoice(next);
    storeUnsaved({ id, choice: next });
    return next;
  }

  /** The file that was read again has other columns, but the same destination. */
  function carryChoice(read: ImportDetails) {
    debouncedSave.cancel();
    storeUnsaved({
      id: read.import.id,
      choice: { ...choice, mapping: read.file.mapping, newFields: [] },
    });
  }

  function choose(changed: Partial<Choice>) {
    debouncedSave.cancel();
    saveChoice(change(changed));
  }

  function changeListName(name: string) {
    debouncedSave.schedule(change({ listName: name }));
  }

  function assignField(column: number, field: ColumnTarget | null) {
    forgetCheck();
    choose({
      mapping: mapping.map((each, at) => {
        if (at === column) return field;
        // A lead's field is filled by one column only: clear it from any other.
        return each === field && each !== null && !isOtherTarget(each) ? null : each;
      }),
      newFields: newFields.filter((each) => each.column !== column),
    });
  }

  function changeFields(fields: NewColumnField[]) {
    forgetCheck();
    const isOf = (at: number) => fields.some(({ column }) => column === at);
    const others = newFields.filter(({ column }) => !isOf(column));
    const isTyped = others.length < newFields.length;
    const changed = {
      mapping: mapping.map((each, at) => (isOf(at) ? null : each)),
      newFields: [...others, ...fields].sort((a, b) => a.column - b.column),
    };
    if (isTyped) debouncedSave.schedule(change(changed));
    else choose(changed);
  }

  // The counts and refusals belong to another choice.
  function forgetCheck() {
    check.reset();
    start.reset();
  }

  async function startImport() {
    if (list === NEW_LIST && listName.trim() === "") return setMissing(true);
    debouncedSave.cancel();
    await start.mutateAsync({ id, body: toRequestBody(choice) }).then(
      // This component is gone by then.
      () => notifySuccess("Importação iniciada! Acompanhe o andamento em Importações recentes."),
      () => undefined,
    );
  }

  return (
    <Card aria-label="Conferir importação" className="min-w-0">
      <CardHeader>
        <div className="min-w-0">
          <CardTitle className="truncate">{file_name}</CardTitle>
          <p className="text-muted-foreground text-sm">
            {countOf(rows_total, "linha", "linhas")} · enviado em {formatDateTime(created_at)}
          </p>
          <ReadSheet sheet={draft.file.sheet} />
        </div>
        <Button
          variant="outline"
          size="sm"
          onClick={() => remove.mutate(id)}
          loading={remove.isPending}
          disabled={start.isPending}
        >
          Trocar arquivo
        </Button>
      </CardHeader>
      <CardContent className="space-y-5">
        <ReadAgain draft={draft} onRead={carryChoice} />
        <ColumnMappingEditor
          draft={draft}
          mapping={mapping}
          newFields={newFields}
          problems={problems}
          onMap={assignField}
          onChangeFields={changeFields}
        />
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <Field label="Leads que já existem" help="Reconhecidos pelo WhatsApp ou pelo CNPJ.">
            {(control) => (
              <NativeSelect
                {...control}
                value={mode}
                onChange={(event) => {
                  forgetCheck();
                  choose({ mode: event.target.value as ImportMode });
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
            error={lists.query.isError ? "Erro ao carregar listas!" : undefined}
          >
            {(control) => (
              <ListCombobox
                {...control}
                choices={lists}
                before={[
                  { value: NO_LIST, label: "Nenhuma lista" },
                  { value: NEW_LIST, label: "Nova lista" },
                ]}
                value={list}
                onChange={(chosen) => choose({ list: chosen })}
              />
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
                  maxLength={LIST_NAME_MAX_LENGTH}
                  onChange={(event) => changeListName(event.target.value)}
                  onBlur={debouncedSave.flush}
                />
              )}
            </Field>
          )}
        </div>
        <ImportTags tags={tags} onChange={(changed) => choose({ tags: changed })} />
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
            onClick={startImport}
          >
            {getStartLabel(check.data.check, mode)}
          </Button>
        ) : (
          <Button
            size="lg"
            className="w-full"
            loading={check.isPending}
            onClick={() => check.mutate({ id, body: toCheckBody(choice) })}
          >
            {check.isPending ? "Conferindo as linhas..." : "Conferir antes de importar"}
          </Button>
        )}
      </CardContent>
    </Card>
  );
}

function getStartLabel({ created, existing }: ImportCheck, mode: ImportMode): string {
  const updates = `atualizar ${countOf(existing, "lead", "leads")}`;
  if (mode === "skip" || existing === 0) {
    return `Importar ${countOf(created, "lead novo", "leads novos")}`;
  }
  return created === 0
    ? `${updates.charAt(0).toUpperCase()}${updates.slice(1)}`
    : `Importar ${countOf(created, "lead novo", "leads novos")} e ${updates}`;
}
