import { useListParams } from "@/components/shared/table/use-list-params";
import { ANSWER_KINDS, type AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { RECIPIENT_STATES, type RecipientState } from "@/lib/domain/campaigns/campaign";

export const RECIPIENT_PAGE_SIZES = [50, 100, 210] as const;
const DEFAULT_PAGE_SIZE = 50;

/** The page's state, in the address: one occurrence or all, and the filter of its recipients. */
export function useReportParams() {
  const [params, change] = useListParams(RECIPIENT_PAGE_SIZES, DEFAULT_PAGE_SIZE, [
    "state",
    "intent",
    "run",
  ]);
  const run = /^[1-9]\d{0,8}$/.test(params.run) ? Number(params.run) : null;
  const state = RECIPIENT_STATES.find((each) => each === params.state) ?? null;
  const intent = ANSWER_KINDS.find((each) => each === params.intent) ?? null;
  return {
    run,
    state,
    intent,
    page: params.page,
    pageSize: params.pageSize,
    search: params.search,
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
