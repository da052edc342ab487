"use client";

import { ErrorState } from "@/components/shared/feedback/error-state";
import { errorCopy } from "@/lib/error-copy";

export default function ErrorPage({ reset }: { reset: () => void }) {
  return <ErrorState title={errorCopy.internal} onRetry={reset} className="min-h-[60dvh]" />;
}
