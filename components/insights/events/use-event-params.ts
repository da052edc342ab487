"use client";

import { useNow } from "@/components/shared/state/use-now";
import { useListParams } from "@/components/shared/table/use-list-params";
import { EVENT_DEFAULT_PAGE_SIZE, EVENT_PAGE_SIZES } from "@/lib/contracts/insights/event-reports";
import { EVENT_PARAMETERS, toEventChoice } from "./event-params";

/** What is chosen on the screen, in the URL. */
export function useEventParams() {
  const [params, change] = useListParams(
    EVENT_PAGE_SIZES,
    EVENT_DEFAULT_PAGE_SIZE,
    EVENT_PARAMETERS,
  );
  return { ...toEventChoice(params, useNow()), change };
}
