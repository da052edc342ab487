import type { QueryClient } from "@tanstack/react-query";
import type { FirstAnswers } from "@/components/shared/state/first-answers";
import { paths } from "@/lib/paths";

/** Screens of the menu that show answers first. Their queries are loaded when one of them is about to be opened. */
const SCREENS: Record<string, () => Promise<FirstAnswers>> = {
  [paths.today]: async () => (await import("@/components/insights/today/today-answers")).readToday,
  [paths.chat]: async () =>
    (await import("@/components/messaging/chat-screen/chat-answers")).readChat,
  [paths.dashboard]: async () =>
    (await import("@/components/insights/dashboard/dashboard-answers")).readDashboard,
  [paths.leads]: async () => (await import("@/components/leads-screen/leads-answers")).readLeads,
  [paths.lists]: async () => (await import("@/components/leads/lists/lists-answers")).readLists,
  [paths.whatsappContacts]: async () =>
    (await import("@/components/messaging/contacts/contacts-answers")).readContacts,
  [paths.blockedNumbers]: async () =>
    (await import("@/components/messaging/opt-outs/opt-outs-answers")).readOptOuts,
  [paths.team]: async () => (await import("@/components/accounts/team/team-answers")).readTeam,
  [paths.events]: async () =>
    (await import("@/components/insights/events/events-answers")).readEvents,
};

/** Asks for a screen's first answers ahead of its opening. One that fails is asked for again by the screen, which says so. */
export async function readAhead(client: QueryClient, href: string): Promise<void> {
  const read = await SCREENS[href]?.().catch(() => undefined);
  await Promise.all(read?.(client, new URLSearchParams()) ?? []);
}
