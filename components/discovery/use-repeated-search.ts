"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import type { Search } from "@/lib/contracts/discovery/searches";
import { REPEAT_PARAMETER } from "@/lib/paths";
import { searchQueries } from "./searches.queries";

/** Calls `fill` with the search that the address asks to repeat, and takes it out of the address. */
export function useRepeatedSearch(kind: Search["kind"], fill: (search: Search) => void): void {
  const id = Number(useSearchParams().get(REPEAT_PARAMETER));
  const recent = useQuery(searchQueries.recent());
  const router = useRouter();
  const pathname = usePathname();
  const search = recent.data?.find((each) => each.id === id && each.kind === kind);
  const latestFill = useRef(fill);
  latestFill.current = fill;
  useEffect(() => {
    if (!search) return;
    latestFill.current(search);
    router.replace(pathname, { scroll: false });
  }, [search, router, pathname]);
}
