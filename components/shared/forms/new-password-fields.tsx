import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "./form";
import { PasswordInput } from "./password-input";

interface FormField {
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/** A new password, typed twice. */
export function NewPasswordFields(props: { password: FormField; confirmation: FormField }) {
  const { password, confirmation } = props;
  return (
    <>
      <Field label="Nova senha" error={password.error}>
        {(control) => (
          <PasswordInput
            {...control}
            {...password.field}
            autoComplete="new-password"
            placeholder="Mínimo de 8 caracteres"
          />
        )}
      </Field>
      <Field label="Confirme a nova senha" error={confirmation.error}>
        {(control) => (
          <PasswordInput
            {...control}
            {...confirmation.field}
            autoComplete="new-password"
            placeholder="Repita a nova senha"
          />
        )}
      </Field>
    </>
  );
}
