import { readListParams } from "@/components/shared/table/list-params";
import { ANSWER_KINDS } from "@/lib/domain/answers/answer-kinds";
import { RECIPIENT_STATES } from "@/lib/domain/campaigns/campaign";

export const RECIPIENT_PAGE_SIZES = [50, 100, 210] as const;
export const REPORT_PARAMETERS = ["state", "intent", "run"] as const;

type ReportTexts = ReturnType<typeof readListParams<(typeof REPORT_PARAMETERS)[number]>>;

/** One occurrence of a campaign or all, and the filter of its recipients. */
export function toReportChoice(params: ReportTexts) {
  const run = /^[1-9]\d{0,8}$/.test(params.run) ? Number(params.run) : null;
  const state = RECIPIENT_STATES.find((each) => each === params.state) ?? null;
  const intent = ANSWER_KINDS.find((each) => each === params.intent) ?? null;
  const { page, pageSize, search } = params;
  const ofRun = run === null ? {} : { run_id: run };
  const filter = {
    ...ofRun,
    ...(state !== null && { state }),
    ...(intent !== null && { intent }),
    ...(search !== "" && { search }),
  };
  const recipients = { ...filter, page, per_page: pageSize };
  return { run, state, intent, search, page, pageSize, ofRun, filter, recipients };
}

export function readReportChoice(params: Pick<URLSearchParams, "get">) {
  return toReportChoice(
    readListParams(params, RECIPIENT_PAGE_SIZES, RECIPIENT_PAGE_SIZES[0], REPORT_PARAMETERS),
  );
}
