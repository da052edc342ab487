"use client";

import { useEffect, useRef } from "react";
import { useSessionUser } from "@/components/session/session-context";

/** Numbers may be NaN, which JSON does not know: it becomes null there. */
type Values = Record<string, string | number | boolean>;

/**
 * Keeps half-filled values, for this tab and this user: Back and a reload restore them. `restore` gets them once, at the
 * start. Values equal to `empty` are not kept, so that a form that is reset leaves nothing.
 */
export function useFormDraft<Draft extends Values>(
  name: string,
  values: Draft,
  empty: Draft,
  restore: (draft: Draft) => void,
): void {
  const key = `garimpo.draft.${name}.${useSessionUser().id}`;
  const text = JSON.stringify(values);
  const isRestored = useRef(false);
  const latest = useRef({ empty, restore });
  latest.current = { empty, restore };
  useEffect(() => {
    if (!isRestored.current) {
      isRestored.current = true;
      const draft = readDraft(key, latest.current.empty);
      if (draft) return latest.current.restore(draft);
    }
    writeDraft(key, text === JSON.stringify(latest.current.empty) ? null : text);
  }, [key, text]);
}

/** Null when there is none, or when it is from a version with another form. */
function readDraft<Draft extends Values>(key: string, empty: Draft): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (typeof stored !== "object" || stored === null) return null;
    const found = stored as Record<string, unknown>;
    const entries = Object.entries(empty).map(([name, value]) => [
      name,
      typeof value === "number" && found[name] === null ? Number.NaN : found[name],
    ]);
    const isWhole = entries.every(([name, value]) => typeof value === typeof empty[String(name)]);
    return isWhole ? (Object.fromEntries(entries) as Draft) : null;
  } catch {
    return null;
  }
}

/** Where storage is blocked, nothing is kept. */
function writeDraft(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // The form works without it.
  }
}
