"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { notifyError } from "@/components/shared/feedback/notify";
import { copyText } from "@/components/shared/state/copy-text";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

/** A secret that is shown once, with a button that copies it. */
export function ShownSecret({
  label,
  secret,
  onCopied,
}: {
  label: string;
  secret: string;
  onCopied: () => void;
}) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    copyText(secret).then(
      () => {
        setCopied(true);
        onCopied();
      },
      () => notifyError("Não foi possível copiar. Selecione o texto e copie."),
    );
  return (
    <div className="flex flex-wrap gap-2 sm:flex-nowrap">
      <Input
        readOnly
        aria-label={label}
        value={secret}
        onFocus={({ target }) => target.select()}
        className="font-mono"
      />
      <Button variant="outline" onClick={() => void copy()} className="shrink-0">
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {copied ? "Copiado" : "Copiar"}
      </Button>
      <span role="status" className="sr-only">
        {copied && "Copiado"}
      </span>
    </div>
  );
}
