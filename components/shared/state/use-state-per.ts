import { useCallback, useState } from "react";

/**
 * State that begins anew when its key changes. It is not an effect that sets it back: an effect also runs after the
 * first render, and on a slow device takes back what was pressed before it ran.
 */
export function useStatePer<T>(key: unknown, initial: T): [T, (value: T) => void] {
  const [held, setHeld] = useState({ key, value: initial });
  if (held.key !== key) setHeld({ key, value: initial });
  const set = useCallback((value: T) => setHeld((before) => ({ ...before, value })), []);
  return [held.key === key ? held.value : initial, set];
}
