/** What the words of contacts say, as it is kept. */
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
