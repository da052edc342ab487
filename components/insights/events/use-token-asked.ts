import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryKeys } from "@/components/shared/state/query-keys";
import { readStoredSession } from "@/lib/api/session-store";

/** The page brings its answers by the cookie, and this screen asks for the stored token as well: without it, none stays. */
export function useTokenAsked(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!readStoredSession()) void client.resetQueries({ queryKey: queryKeys.events });
  }, [client]);
}
