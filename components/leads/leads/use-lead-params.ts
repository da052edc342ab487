"use client";

import { useMemo } from "react";
import { useListParams } from "@/components/shared/table/use-list-params";
import { LEAD_PAGE_SIZES } from "@/lib/contracts/leads/leads";
import {
  DEFAULT_PAGE_SIZE,
  LEAD_PARAMETERS,
  type LeadFilterTexts,
  toLeadList,
} from "./lead-params";

/** The leads screen's state in the URL, and the query made of it. */
export function useLeadParams() {
  const [params, change] = useListParams(LEAD_PAGE_SIZES, DEFAULT_PAGE_SIZE, LEAD_PARAMETERS);
  const list = toLeadList(params);
  const texts = JSON.stringify(list.filter);
  const filter = useMemo(() => JSON.parse(texts) as LeadFilterTexts, [texts]);
  return { ...list, params, change, filter };
}
