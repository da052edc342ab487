import type { QueryClient } from "@tanstack/react-query";
import { teamQuery } from "@/components/session/team.queries";
import { notifyInfo } from "@/components/shared/feedback/notify";
import { getPageUserId } from "@/lib/api/session-store";
import type { StreamEvents } from "@/lib/contracts/platform/stream";
import { chatOfContactPath } from "@/lib/paths";

/** Tells the user that a colleague gave them a conversation, or that it was their turn. */
export function announceAssignment(
  client: QueryClient,
  { chat, person_id, by_id }: StreamEvents["chat.assigned"],
): void {
  const me = getPageUserId();
  if (person_id !== me || by_id === me) return;
  const action = {
    label: "Abrir",
    onClick: () => window.location.assign(chatOfContactPath(chat)),
  };
  if (by_id === null) {
    notifyInfo("É a sua vez: uma conversa nova espera por você", { action });
    return;
  }
  const people = client.getQueryData(teamQuery().queryKey)?.people;
  const name = people?.find(({ id }) => id === by_id)?.name ?? "Uma pessoa da equipe";
  notifyInfo(`${name} passou uma conversa para você`, { action });
}
