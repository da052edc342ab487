"use client";

import { ErrorState } from "@/components/shared/feedback/error-state";
import { type ErrorPageProps, getRetry } from "@/components/shell/error-page";
import { errorCopy } from "@/lib/error-copy";

export default function ErrorPage(props: ErrorPageProps) {
  return (
    <ErrorState title={errorCopy.internal} onRetry={getRetry(props)} className="min-h-[60dvh]" />
  );
}
