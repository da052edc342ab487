import { useListParams } from "@/components/shared/table/use-list-params";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import type { RecipientState } from "@/lib/domain/campaigns/campaign";
import { RECIPIENT_PAGE_SIZES, REPORT_PARAMETERS, toReportChoice } from "./report-params";

/** The page's state, in the address. */
export function useReportParams() {
  const [params, change] = useListParams(
    RECIPIENT_PAGE_SIZES,
    RECIPIENT_PAGE_SIZES[0],
    REPORT_PARAMETERS,
  );
  return {
    ...toReportChoice(params),
    change: (next: {
      run?: number | null;
      state?: RecipientState | null;
      intent?: AnswerKind | null;
      page?: number;
      pageSize?: number;
      search?: string;
    }) => {
      const { run: nextRun, state: nextState, intent: nextIntent, ...rest } = next;
      change({
        ...rest,
        ...(nextRun !== undefined && { run: nextRun === null ? "" : String(nextRun) }),
        ...(nextState !== undefined && { state: nextState ?? "" }),
        ...(nextIntent !== undefined && { intent: nextIntent ?? "" }),
      });
    },
  };
}

export type ReportParams = ReturnType<typeof useReportParams>;
