/** What the words of contacts say, as it is kept. */
export {
  findIntentTask,
  findSettledTexts,
  findUnanswered,
  setIntent,
  setIntentTask,
  settleIntent,
} from "./intents.repository";
