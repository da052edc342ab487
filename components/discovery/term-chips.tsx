"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { MAX_FURTHER_TERMS } from "@/lib/domain/searches/advanced-search";

interface TermChipsProps {
  terms: string[];
  error: string | undefined;
  onChange: (terms: string[]) => void;
}

/** Further activities of a search: each is added by Enter, a comma or the button, and can be taken away. */
export function TermChips({ terms, error, onChange }: TermChipsProps) {
  const [typed, setTyped] = useState("");
  const isFull = terms.length >= MAX_FURTHER_TERMS;

  function add() {
    const added = typed
      .split(",")
      .map((term) => term.trim())
      .filter(Boolean);
    onChange([...new Set([...terms, ...added])].slice(0, MAX_FURTHER_TERMS));
    setTyped("");
  }

  return (
    <div>
      <Field
        label="Outras atividades na mesma busca"
        error={error}
        help={isFull ? `São até ${MAX_FURTHER_TERMS} outras atividades.` : undefined}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={typed}
              maxLength={120}
              disabled={isFull}
              placeholder="Ex.: confeitaria"
              autoComplete="off"
              enterKeyHint="done"
              onChange={({ target }) => setTyped(target.value)}
              onBlur={() => typed.trim() && add()}
              onKeyDown={(event) => {
                if ((event.key !== "Enter" && event.key !== ",") || typed.trim() === "") return;
                event.preventDefault();
                add();
              }}
            />
            <Button variant="outline" size="lg" disabled={typed.trim() === ""} onClick={add}>
              <Plus aria-hidden />
              Adicionar
            </Button>
          </div>
        )}
      </Field>
      {terms.length > 0 && (
        <ul aria-label="Outras atividades" className="-mt-1 mb-3 flex flex-wrap gap-2">
          {terms.map((term) => (
            <li key={term} className="min-w-0 max-w-full">
              <button
                type="button"
                aria-label={`Remover ${term}`}
                onClick={() => onChange(terms.filter((each) => each !== term))}
                className="flex h-8 max-w-full items-center gap-1.5 rounded-lg border border-border bg-accent px-2.5 text-[0.8125rem] hover:border-input pointer-coarse:h-10"
              >
                <span className="truncate font-medium">{term}</span>
                <X className="size-3.5 shrink-0 text-muted-foreground" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
