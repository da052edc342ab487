"use client";

import { ErrorState } from "@/components/shared/feedback/error-state";
import { type ErrorPageProps, getRetry } from "@/components/shell/error-page";
import { errorCopy } from "@/lib/error-copy";
import "./globals.css";

/** Shown instead of the whole page when its frame itself failed. */
export default function GlobalErrorPage(props: ErrorPageProps) {
  return (
    <html lang="pt-BR">
      <body>
        <ErrorState title={errorCopy.internal} onRetry={getRetry(props)} className="min-h-dvh" />
      </body>
    </html>
  );
}
