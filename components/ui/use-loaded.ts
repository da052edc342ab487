import { useEffect, useState } from "react";

const RETRY_MS = 3_000;

/**
 * The result of `load`, once it is wanted and loaded; null before. Unlike React's lazy, which remembers a failure, it
 * tries again: without a connection nothing can be loaded.
 */
export function useLoaded<Code>(load: () => Promise<Code>, isWanted: boolean): Code | null {
  const [code, setCode] = useState<Code | null>(null);
  useEffect(() => {
    if (!isWanted || code !== null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const tryOnce = async () => {
      try {
        const loaded = await load();
        if (!isOver) setCode(loaded);
      } catch {
        if (!isOver) timer = setTimeout(tryOnce, RETRY_MS);
      }
    };
    void tryOnce();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [load, isWanted, code]);
  return code;
}
