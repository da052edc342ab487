"use client";

import { WifiOff } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { notifyError } from "@/components/shared/feedback/notify";
import { formatTime } from "@/lib/format";

let offlineSince: string | null = null;

/** Shows that there is no connection and how old the data is; links stay here instead of leaving to an error page. */
export function OfflineBanner() {
  const since = useSyncExternalStore(subscribe, readSince, () => null);

  useEffect(() => {
    if (since === null) return;
    document.addEventListener("click", keepOnScreen, { capture: true });
    return () => document.removeEventListener("click", keepOnScreen, { capture: true });
  }, [since]);

  return (
    <div role="status">
      {since !== null && (
        <p className="flex items-center gap-2.5 border-border border-b bg-danger-soft px-4 py-2.5 text-danger-text text-sm md:px-8 print:hidden">
          <WifiOff className="size-4 shrink-0" aria-hidden />
          <span className="text-pretty">
            Sem conexão com a internet. O que você vê é de {formatTime(since)}.
          </span>
        </p>
      )}
    </div>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

function readSince(): string | null {
  if (navigator.onLine) offlineSince = null;
  else offlineSince ??= new Date().toISOString();
  return offlineSince;
}

/** Another screen cannot be loaded now: the browser would show its own error page, and what was typed would be lost. */
function keepOnScreen(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest("a[href^='/']");
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  notifyError("Sem conexão: esta tela abre quando a internet voltar.");
}
