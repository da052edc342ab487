"use client";

import { CircleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { latePart } from "@/components/shared/feedback/late-code";
import { Loading } from "@/components/shared/feedback/loading";
import { notifyOnNextScreen } from "@/components/shared/feedback/notify";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { SignInStep } from "@/lib/contracts/accounts/identities";
import { errorText } from "@/lib/error-text";
import { AppError } from "@/lib/errors";
import { paths, profilePaths } from "@/lib/paths";
import { authMutations } from "./auth.queries";
import { AuthLayout } from "./auth-layout";
import { ProofForm } from "./proof-form";
import { keepSession } from "./sign-in";

const RegistrationForm = lazy(latePart(async () => (await import("./registration-form")).default));

/** The screen to which an issuer sends the browser back: continues the sign-in, or asks for what is still missing. */
export function ReturnScreen() {
  const router = useRouter();
  const [step, setStep] = useState<SignInStep>();
  const [problem, setProblem] = useState<string>();
  const hasBegun = useRef(false);

  const reach = useCallback(
    async (reached: SignInStep) => {
      const { token, user, next, issuer } = reached;
      if (reached.step === "linked") {
        notifyOnNextScreen(`Pronto: você também entra por ${issuer}.`);
        return router.replace(profilePaths.signIn);
      }
      if (token === null || user === null) return setStep(reached);
      router.replace(await keepSession({ token, user, next }));
    },
    [router],
  );

  useEffect(() => {
    // A return is handled once, even if the effect runs again.
    if (hasBegun.current) return;
    hasBegun.current = true;
    comeBack()
      .then(reach)
      .catch((error: unknown) => setProblem(errorText(error)));
  }, [reach]);

  if (problem !== undefined) return <Problem text={problem} />;
  if (step?.step === "registration") {
    const { name, email, issuer } = step;
    return (
      <AuthLayout
        title="Crie sua conta"
        description={`Falta pouco. Depois, você entra por ${issuer} sem digitar a senha.`}
      >
        <Suspense fallback={<Skeleton className="h-[26rem] w-full" />}>
          <RegistrationForm
            person={{ name: name ?? "", email: email ?? "", issuer }}
            onRegistered={() => router.replace(paths.home)}
          />
        </Suspense>
        <BackToStart />
      </AuthLayout>
    );
  }
  if (step) {
    return (
      <AuthLayout {...wordsOf(step)}>
        <ProofForm step={step} onProven={reach} onOver={setProblem} />
        <BackToStart />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Entrando…" description="Estamos confirmando quem você é.">
      <Loading />
    </AuthLayout>
  );
}

/** Removes the issuer's parameters from the address as soon as they are read. */
async function comeBack(): Promise<SignInStep> {
  const given = new URLSearchParams(window.location.search);
  window.history.replaceState(null, "", paths.signInReturn);
  const state = given.get("state");
  if (!state) throw new AppError("sign_in_over");
  const [code, error, iss] = ["code", "error", "iss"].map((name) => given.get(name) ?? undefined);
  return authMutations.comeBack({
    state,
    ...(code !== undefined && { code }),
    ...(error !== undefined && { error }),
    ...(iss !== undefined && { iss }),
  });
}

function wordsOf({ step, email, issuer }: SignInStep) {
  if (step === "code") {
    return {
      title: "Falta o código",
      description:
        "Sua conta pede também um código do seu aplicativo de verificação, ou uma chave de acesso.",
    };
  }
  return {
    title: "Já existe uma conta com este e-mail",
    description: `Informe a senha da conta ${email} para ligar ${issuer} a ela. Depois, você entra por lá sem digitar a senha.`,
  };
}

function Problem({ text }: { text: string }) {
  return (
    <AuthLayout title="Não foi possível continuar" description="Nada mudou na sua conta.">
      <p
        role="alert"
        className="flex items-start gap-2.5 rounded-lg bg-danger-soft px-3.5 py-3 text-danger-text text-sm"
      >
        <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        {text}
      </p>
      <BackToStart />
    </AuthLayout>
  );
}

function BackToStart() {
  return (
    <p className="mt-6 text-center">
      <Link
        href={paths.home}
        className="inline-flex min-h-10 items-center rounded font-semibold text-primary-text underline-offset-4 hover:underline"
      >
        Voltar ao início
      </Link>
    </p>
  );
}
