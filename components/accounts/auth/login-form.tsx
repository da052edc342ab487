"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { notifyError } from "@/components/shared/feedback/notify";
import { Field, useSchemaForm } from "@/components/shared/forms/form";
import { PasswordInput } from "@/components/shared/forms/password-input";
import { Input } from "@/components/ui/input";
import { errorText, isError } from "@/lib/error-text";
import { AppError } from "@/lib/errors";
import { paths } from "@/lib/paths";
import { PasskeyButton } from "./passkey-button";
import { SubmitButton } from "./submit-button";

/** Loaded at the first touch of the form: until then, the product's first page needs neither schemas nor client. */
const loadAuth = () =>
  import("./sign-in").catch((cause: unknown) => {
    throw new AppError("unavailable", "", { cause });
  });
const loadCredentials = async () => (await import("@/lib/contracts/accounts/auth")).Credentials;

/** A schema that could not be preloaded is loaded again by the submit, which reports a failure. */
const ignoreUntilSubmit = () => undefined;

/** `registered`: the e-mail of the account just created, which only lacks its password. */
export function LoginForm({ registered }: { registered: string | undefined }) {
  const router = useRouter();
  const form = useSchemaForm(loadCredentials, { email: registered ?? "", password: "" });
  const { errors, isSubmitting } = form.formState;
  const [asksForCode, setAsksForCode] = useState(false);
  const [code, setCode] = useState("");

  const submit = form.handleSubmit(async (credentials) => {
    try {
      const { signIn } = await loadAuth();
      router.replace(await signIn({ ...credentials, ...(asksForCode && { code }) }));
    } catch (error) {
      if (!isError(error, "second_factor_required")) return notifyError(errorText(error));
      // An empty field was sent, or there was none yet.
      if (asksForCode) notifyError(errorText(error));
      setAsksForCode(true);
    }
  });

  useEffect(() => {
    if (registered) form.setFocus("password");
  }, [registered, form.setFocus]);

  return (
    <form
      onSubmit={submit}
      onFocus={() => void loadAuth().catch(ignoreUntilSubmit)}
      noValidate
      className="space-y-1"
      aria-label="Login"
    >
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("email")}
            type="email"
            autoComplete="username"
            placeholder="voce@empresa.com.br"
          />
        )}
      </Field>
      <div className="relative">
        <Field label="Senha" error={errors.password?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register("password")}
              autoComplete="current-password"
              placeholder="Mínimo de 8 caracteres"
            />
          )}
        </Field>
        {/* After the field in the DOM, though shown above it, so that Tab goes from e-mail to password. */}
        <a
          href={paths.passwordRecover}
          className="absolute top-0 right-0 rounded text-[0.8125rem] text-muted-foreground underline-offset-4 hover:text-foreground hover:underline"
        >
          Esqueceu a senha?
        </a>
      </div>
      {asksForCode && (
        <Field label="Código de verificação" help="Do seu aplicativo, ou um código de recuperação.">
          {(control) => (
            <Input
              {...control}
              value={code}
              onChange={({ target }) => setCode(target.value)}
              maxLength={40}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus
              placeholder="6 dígitos"
            />
          )}
        </Field>
      )}
      <SubmitButton label="Entrar" sending={isSubmitting} sendingLabel="Entrando..." />
      <PasskeyButton label={asksForCode ? "Usar chave de acesso" : "Entrar com chave de acesso"} />
    </form>
  );
}
