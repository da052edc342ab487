/** What a person answers to the business that wrote first. `automatic`: a robot or an automatic greeting answered. */
export const ANSWER_KINDS = [
  "opt_out",
  "not_interested",
  "not_now",
  "wrong_person",
  "interested",
  "question",
  "meeting",
  "automatic",
  "thanks",
  "unclear",
] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];
