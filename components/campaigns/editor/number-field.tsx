import { Controller } from "react-hook-form";
import { useOwnNumbers } from "@/components/messaging/numbers/own-numbers.queries";
import { Field } from "@/components/shared/forms/form";
import { NativeSelect } from "@/components/ui/native-select";
import type { CampaignForm } from "./use-campaign-form";

/** Which of the account's numbers sends it; nothing where there is one. Models go out by the default one. */
export function NumberField({ form }: { form: CampaignForm }) {
  const { numbers } = useOwnNumbers();
  const byTemplate = form.watch("templates") !== null;
  if (numbers.length < 2 || byTemplate) return null;
  const byDefault = numbers.find(({ is_default }) => is_default)?.id;
  return (
    <Controller
      name="number_id"
      control={form.control}
      render={({ field: { value, onChange }, fieldState }) => (
        <Field label="Número que envia" error={fieldState.error?.message}>
          {(control) => (
            <NativeSelect
              {...control}
              value={numbers.some(({ id }) => id === value) ? (value ?? "") : byDefault}
              onChange={({ target }) => onChange(Number(target.value))}
            >
              {numbers.map(({ id, name, is_default, status }) => (
                <option key={id} value={id}>
                  {name}
                  {is_default && " (padrão)"}
                  {status !== "CONNECTED" && " – desconectado"}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      )}
    />
  );
}
