"use client";

import { useState } from "react";
import { AuthLayout } from "@/components/auth/auth-layout";
import { LoginForm } from "@/components/auth/login-form";
import { RegistrationForm } from "@/components/auth/registration-form";
import { Button } from "@/components/ui/button";

export function AuthScreen() {
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
        <RegistrationForm
          onRegistered={(email) => {
            setRegistered(email);
            setRegistering(false);
          }}
        />
      ) : (
        <LoginForm registered={registered} />
      )}
      <p className="mt-6 text-center text-muted-foreground">
        {registering ? "Já tem uma conta?" : "Ainda não tem conta?"}{" "}
        <Button variant="link" size="inline" onClick={() => setRegistering(!registering)}>
          {registering ? "Fazer login" : "Criar conta"}
        </Button>
      </p>
    </AuthLayout>
  );
}
