"use client";

import { Copy, Download } from "lucide-react";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { copyText } from "@/components/shared/state/copy-text";
import { Button } from "@/components/ui/button";

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shown once: a user who loses the phone gets in with one of them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join("\n");
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Códigos de recuperação do Garimpo\n\n${text}\n`)}`;

  function copy() {
    copyText(text).then(
      () => notifySuccess("Copiado para a área de transferência!"),
      () => notifyError("Erro ao copiar!"),
    );
  }
  return (
    <section aria-label="Códigos de recuperação">
      <p className="text-pretty text-sm">
        Guarde estes códigos onde só você os acha. Sem o celular, cada um deles vale uma vez no
        lugar do código do aplicativo.{" "}
        <strong className="font-semibold">Eles não aparecem de novo.</strong>
      </p>
      <ul className="my-4 grid grid-cols-1 gap-x-6 gap-y-1 rounded-lg bg-muted p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={copy}>
          <Copy aria-hidden />
          Copiar
        </Button>
        <Button asChild variant="outline">
          <a href={file} download="garimpo-codigos-de-recuperacao.txt">
            <Download aria-hidden />
            Baixar
          </a>
        </Button>
        <Button onClick={onDone}>Já guardei</Button>
      </div>
    </section>
  );
}
