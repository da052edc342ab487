"use client";

import { useQuery } from "@tanstack/react-query";
import { PasskeysCard } from "@/components/accounts/second-factor/passkeys-card";
import { secondFactorQueries } from "@/components/accounts/second-factor/second-factor.queries";
import { SecondFactorCard } from "@/components/accounts/second-factor/second-factor-card";
import { logOut } from "@/components/session/end-session";
import { Logo } from "@/components/shared/layout/logo";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/paths";

/** The only screen for an account that must have a second factor and has none: setting one up opens the rest. */
export function ProtectionScreen({ email }: { email: string }) {
  const { data } = useQuery(secondFactorQueries.state());
  const isProtected = data !== undefined && (data.enabled || data.passkeys > 0);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col px-4 py-6 md:py-10">
      <header className="mb-8 flex flex-wrap items-center justify-between gap-3">
        <Logo />
        <Button variant="ghost" onClick={() => void logOut()}>
          Sair
        </Button>
      </header>
      <main>
        <h1 className="text-balance font-semibold text-2xl tracking-tight">Proteja sua conta</h1>
        <p className="mt-1.5 mb-6 text-pretty text-muted-foreground">
          Esta instalação pede mais do que a senha. Adicione uma chave de acesso à conta{" "}
          <span className="break-words font-medium text-foreground">{email}</span>, ou ligue a
          verificação em duas etapas: uma das duas basta.
        </p>
        <div className="space-y-5">
          <PasskeysCard />
          <SecondFactorCard />
        </div>
        <div role="status" className="mt-6">
          {isProtected && (
            <div className="flex flex-wrap items-center gap-3">
              <p className="min-w-0 flex-1 text-sm">Pronto: sua conta está protegida.</p>
              <Button asChild>
                {/* A full page load: this page still has the old session. */}
                <a href={paths.dashboard}>Continuar</a>
              </Button>
            </div>
          )}
        </div>
      </main>
    </div>
  );
}
