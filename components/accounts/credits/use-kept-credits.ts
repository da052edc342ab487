"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { enrichStoredSession } from "@/lib/api/session-store";
import { creditQueries } from "./credits.queries";

/** Keeps plan and credits in the stored session, whether the page brought them or a request. */
export function useKeptCredits(): void {
  const { data } = useQuery(creditQueries.status());
  useEffect(() => {
    if (data) enrichStoredSession(data);
  }, [data]);
}
