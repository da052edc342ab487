import { useEffect, useState } from "react";

const DEBOUNCE_MS = 250;

/** The value once it has not changed for a moment: typed text then makes one request. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
