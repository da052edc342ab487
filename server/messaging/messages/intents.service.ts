/** The stored readings of contacts' words. */
export {
  type ConversationKey,
  claimUnclear,
  clarifyIntent,
  findIntentTask,
  findIntentTasks,
  findOwnersWithUnclear,
  findSettledTexts,
  findUnanswered,
  setIntent,
  setIntentTask,
  settleIntent,
  type UnclearAnswer,
} from "./intents.repository";
