/** The stored readings of contacts' words. */
export {
  claimUnclear,
  clarifyIntent,
  findIntentTask,
  findOwnersWithUnclear,
  findSettledTexts,
  findUnanswered,
  setIntent,
  setIntentTask,
  settleIntent,
  type UnclearAnswer,
} from "./intents.repository";
