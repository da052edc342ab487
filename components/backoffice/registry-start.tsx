import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { CheckField } from "@/components/shared/forms/check-field";
import { Field } from "@/components/shared/forms/form";
import { FormProblem } from "@/components/shared/forms/form-problem";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { AppError } from "@/lib/errors";
import { registryFailure, registryImportMutations } from "./registry-import.queries";

interface RegistryStartProps {
  folders: string[];
  months: string[];
  disabled: boolean;
}

/** Starts the import of a folder, or of a month that is downloaded first. */
export function RegistryStart({ folders, months, disabled }: RegistryStartProps) {
  const start = useMutation(registryImportMutations.start(useQueryClient()));
  const [files, setFiles] = useState("");
  const [minRows, setMinRows] = useState("");
  const [maxChange, setMaxChange] = useState("");
  const [withPartners, setWithPartners] = useState(false);
  const [dryRun, setDryRun] = useState(false);
  const [missing, setMissing] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (files === "") return setMissing(true);
    importFiles(false);
  }

  function importFiles(allowOlder: boolean) {
    const [kind, name] = files.split(":");
    start.mutate(
      {
        ...(kind === "month" ? { month: name } : { folder: name }),
        ...(minRows !== "" && { min_rows: Number(minRows) }),
        ...(maxChange !== "" && { max_change_percent: Number(maxChange) }),
        with_partners: withPartners,
        allow_older: allowOlder,
        dry_run: dryRun,
      },
      {
        onSuccess: () => notifySuccess("Importação iniciada."),
        onError: (error) => {
          const older = error instanceof AppError && error.fields?.["allow_older"];
          if (older) confirmToast(older, () => importFiles(true));
        },
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Importar base da Receita">
      <div className="grid gap-x-4 gap-y-3 lg:grid-cols-3">
        <Field
          label="Arquivos"
          help={
            months.length > 0
              ? "Pastas são as de REGISTRY_DIR, no servidor."
              : "Baixar um mês exige REGISTRY_SHARE_TOKEN."
          }
          error={missing && files === "" ? "Escolha uma das pastas ou um dos meses." : undefined}
        >
          {(control) => (
            <NativeSelect
              {...control}
              value={files}
              onChange={(event) => setFiles(event.target.value)}
            >
              <option value="">Selecione os arquivos</option>
              {months.length > 0 && (
                <optgroup label="Baixar da Receita">
                  {months.map((month) => (
                    <option key={month} value={`month:${month}`}>
                      Mês de {formatMonth(month)}
                    </option>
                  ))}
                </optgroup>
              )}
              {folders.length > 0 && (
                <optgroup label="Pastas no servidor">
                  {folders.map((name) => (
                    <option key={name} value={`folder:${name}`}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              )}
            </NativeSelect>
          )}
        </Field>
        <Field label="Mínimo de estabelecimentos" help="Com menos, o mês não é publicado.">
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={minRows}
              onChange={(event) => setMinRows(event.target.value.replace(/\D/g, "").slice(0, 9))}
            />
          )}
        </Field>
        <Field label="Diferença máxima (%)" help="Do mês anterior: 3 se ficar vazio.">
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={maxChange}
              onChange={(event) => setMaxChange(event.target.value.replace(/\D/g, "").slice(0, 6))}
            />
          )}
        </Field>
      </div>
      <div className="mt-3 grid gap-x-4 gap-y-3 lg:grid-cols-2">
        <CheckField
          label="Só ensaiar"
          help="O mês é montado e comparado. Vai ao ar se você o publicar depois."
          checked={dryRun}
          onChange={setDryRun}
        />
        <CheckField
          label="Com os sócios"
          help="São dados pessoais: importe só se for mostrá-los."
          checked={withPartners}
          onChange={setWithPartners}
        />
      </div>
      <FormProblem>{start.error && registryFailure(start.error)}</FormProblem>
      <Button type="submit" className="mt-3" loading={start.isPending} disabled={disabled}>
        {!start.isPending && <Play aria-hidden />}
        {dryRun ? "Ensaiar" : "Importar"}
      </Button>
    </form>
  );
}

/** 11/2026 */
export function formatMonth(month: string): string {
  return month.split("-").reverse().join("/");
}
