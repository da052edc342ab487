"use client";

import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { PersonQuery } from "@/lib/contracts/privacy/privacy";
import type { PersonLookup } from "./privacy-screen";

const WAYS = {
  phone: { label: "Telefone ou WhatsApp", type: "tel", placeholder: "(11) 98765-4321" },
  email: { label: "E-mail", type: "email", placeholder: "ana@empresa.com.br" },
  cnpj: { label: "CNPJ", type: "text", placeholder: "00.000.000/0001-00" },
  name: { label: "Nome ou usuário do WhatsApp", type: "text", placeholder: "Ana Souza ou @ana" },
} as const;
type Way = keyof typeof WAYS;

const PROBLEMS: Record<Way, string> = {
  phone: "Informe o número com DDD.",
  email: "Informe um e-mail válido.",
  cnpj: "Este CNPJ não é válido.",
  name: "Escreva ao menos 3 letras do nome.",
};

export function PersonSearch({ onSearch }: { onSearch: (lookup: PersonLookup) => void }) {
  const [way, setWay] = useState<Way>("phone");
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | undefined>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const lookup = { [way]: text.trim() };
    if (text.trim() === "" || !PersonQuery.safeParse(lookup).success) setProblem(PROBLEMS[way]);
    else {
      setProblem(undefined);
      onSearch(lookup);
    }
  }

  return (
    <Card aria-label="Procurar pessoa">
      <CardHeader>
        <CardTitle>O que guardamos de uma pessoa</CardTitle>
      </CardHeader>
      <CardContent>
        <form
          onSubmit={submit}
          noValidate
          aria-label="Procurar pessoa"
          className="grid gap-x-3 sm:grid-cols-[14rem_1fr_auto]"
        >
          <Field label="Procurar por">
            {(control) => (
              <NativeSelect
                {...control}
                value={way}
                onChange={({ target }) => {
                  setWay(target.value as Way);
                  setProblem(undefined);
                }}
              >
                {Object.entries(WAYS).map(([value, { label }]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <Field label={WAYS[way].label} error={problem}>
            {(control) => (
              <Input
                {...control}
                type={WAYS[way].type}
                value={text}
                placeholder={WAYS[way].placeholder}
                autoComplete="off"
                maxLength={254}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
          <Button type="submit" size="lg" className="sm:mt-[1.625rem]">
            <Search aria-hidden />
            Procurar
          </Button>
        </form>
      </CardContent>
    </Card>
  );
}
