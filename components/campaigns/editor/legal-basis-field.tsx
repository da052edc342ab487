import { Controller } from "react-hook-form";
import { Field } from "@/components/shared/forms/form";
import { NativeSelect } from "@/components/ui/native-select";
import {
  LEGAL_BASES,
  LEGAL_BASIS_HELP,
  LEGAL_BASIS_LABEL,
  type LegalBasis,
} from "@/lib/domain/campaigns/legal-basis";
import type { CampaignForm } from "./use-campaign-form";

/** Why the account may write to these people. */
export function LegalBasisField({ form }: { form: CampaignForm }) {
  return (
    <Controller
      name="legal_basis"
      control={form.control}
      render={({ field: { value, onChange } }) => (
        <Field label="Base legal (LGPD)" help={LEGAL_BASIS_HELP[value]}>
          {(control) => (
            <NativeSelect
              {...control}
              value={value}
              onChange={({ target }) => onChange(target.value as LegalBasis)}
            >
              {LEGAL_BASES.map((basis) => (
                <option key={basis} value={basis}>
                  {LEGAL_BASIS_LABEL[basis]}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      )}
    />
  );
}
