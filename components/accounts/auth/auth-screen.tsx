"use client";

import { lazy, Suspense, useState } from "react";
import { latePart } from "@/components/shared/feedback/late-code";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { OfferedProvider } from "@/lib/domain/accounts/sign-in-providers";
import { paths } from "@/lib/paths";
import { AuthLayout } from "./auth-layout";
import { IssuerButtons } from "./issuer-buttons";
import { LoginForm } from "./login-form";

const loadRegistration = async () => (await import("./registration-form")).default;
const RegistrationForm = lazy(latePart(loadRegistration));

export function AuthScreen({ providers }: { providers: readonly OfferedProvider[] }) {
  const [registering, setRegistering] = useState(false);
  const [registered, setRegistered] = useState<string>();
  return (
    <AuthLayout
      title={registering ? "Crie sua conta" : "Entre na sua conta"}
      description={
        registering
          ? "Grátis, com créditos novos todos os dias."
          : "Bom ter você de volta. Seus leads estão esperando."
      }
    >
      {registering ? (
        <Suspense fallback={<Skeleton className="h-[26rem] w-full" />}>
          <RegistrationForm
            onRegistered={(email) => {
              setRegistered(email);
              setRegistering(false);
            }}
          />
        </Suspense>
      ) : (
        <LoginForm registered={registered} />
      )}
      <IssuerButtons providers={providers} />
      <p className="mt-6 text-center text-muted-foreground">
        {registering ? "Já tem uma conta?" : "Ainda não tem conta?"}{" "}
        <Button
          variant="link"
          size="inline"
          onPointerEnter={() => void loadRegistration().catch(() => undefined)}
          onClick={() => setRegistering(!registering)}
        >
          {registering ? "Fazer login" : "Criar conta"}
        </Button>
      </p>
      <p className="mt-3 text-center text-sm">
        <a
          href={paths.privacy}
          className="rounded text-muted-foreground underline-offset-4 hover:text-foreground hover:underline"
        >
          Privacidade
        </a>
      </p>
    </AuthLayout>
  );
}
