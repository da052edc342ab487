"use client";

import { useMemo } from "react";
import { useListParams } from "@/components/shared/table/use-list-params";
import { isRegistrySearch, REGISTRY_PAGE_SIZES } from "@/lib/domain/registry/registry-search";
import { REGISTRY_FIELDS, toFilter, toRegistryPage, toTexts } from "./registry-params";

/** The search in the URL: it survives a reload, can be shared, and Back returns to the one before. */
export function useRegistryParams() {
  const [params, change] = useListParams(
    REGISTRY_PAGE_SIZES,
    REGISTRY_PAGE_SIZES[0],
    REGISTRY_FIELDS,
  );
  const key = REGISTRY_FIELDS.map((field) => params[field]).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all texts
  const texts = useMemo(() => toTexts(params), [key]);
  const filter = useMemo(() => toFilter(texts), [texts]);
  return { texts, filter, page: toRegistryPage(params), change, active: isRegistrySearch(filter) };
}
