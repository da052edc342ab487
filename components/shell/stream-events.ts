import type { QueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { updateCachedActivity } from "@/components/campaigns/activities/campaigns.queries";
import { updateCachedSearch } from "@/components/discovery/searches.queries";
import { updateCachedImport } from "@/components/leads/imports/imports.queries";
import { updateCachedListProgress } from "@/components/leads/lists/lists.queries";
import { refreshEarlierMessage } from "@/components/messaging/chat/changed-messages";
import { showColleague, showTyping } from "@/components/messaging/chat/typing.queries";
import { announceMention } from "@/components/messaging/notes/announce-mention";
import { announceReply } from "@/components/messaging/reply-notices/announce-reply";
import { announceAssignment } from "@/components/messaging/sellers/announce-assignment";
import { notifyInfo, notifySuccess } from "@/components/shared/feedback/notify";
import { queryKeys } from "@/components/shared/state/query-keys";
import { announceTask } from "@/components/shell/announce-task";
import { readAnswer } from "@/lib/api/read-answer";
import { type StreamEvents, streamEvents } from "@/lib/contracts/platform/stream";
import type { StreamEventName } from "@/lib/domain/events/stream-events";
import { isPro } from "@/lib/domain/plans/plan";
import { countOf } from "@/lib/format";
import { refreshAll, refreshQueries } from "./refresh-queries";

/** Patches or invalidates what one of the server's events changes. */
export function handleEvent<Name extends StreamEventName>(
  client: QueryClient,
  name: Name,
  text: string,
  refreshPage: () => void,
): void {
  let event: StreamEvents[Name];
  try {
    event = readAnswer<z.ZodMiniType>(streamEvents[name], JSON.parse(text)) as StreamEvents[Name];
  } catch (error) {
    console.warn(`Evento ${name} ignorado: formato inesperado.`, error);
    return;
  }
  handlers[name](client, event, refreshPage);
}

type EventHandlers = {
  [Name in StreamEventName]: (
    client: QueryClient,
    event: StreamEvents[Name],
    refreshPage: () => void,
  ) => void;
};

const handlers: EventHandlers = {
  "search.progress": (client, { search }) => {
    const before = updateCachedSearch(client, search);
    updateCachedListProgress(client, search);
    if (search.leads_created > (before?.leads_created ?? 0)) refresh(client, queryKeys.leads);
    if (search.status !== "processing") refresh(client, queryKeys.dashboard, queryKeys.events);
  },
  "import.progress": (client, progress) => updateCachedImport(client, progress.import),
  "registry.progress": (client) => refresh(client, queryKeys.registry),
  "campaign.progress": (client, progress) => {
    updateCachedActivity(client, progress);
    refresh(client, queryKeys.leads, queryKeys.dashboard, queryKeys.events, queryKeys.today);
  },
  "message.received": (client, { number, chat }) => {
    refresh(
      client,
      queryKeys.chat,
      queryKeys.leads,
      queryKeys.campaigns,
      queryKeys.dashboard,
      queryKeys.events,
      queryKeys.optOuts,
      queryKeys.today,
    );
    void announceReply(number, chat);
  },
  "message.changed": (client, { message }) => {
    refresh(client, queryKeys.chat, queryKeys.today);
    if (message !== undefined) refreshEarlierMessage(client, message);
  },
  "chat.typing": (client, { chat, typing }) => showTyping(client, chat, typing),
  "chat.colleague": showColleague,
  "chat.assigned": (client, event) => {
    refresh(client, queryKeys.chat, queryKeys.today);
    announceAssignment(client, event);
  },
  "chat.mentioned": (client, event) => {
    refresh(client, queryKeys.chat);
    void announceMention(event);
  },
  "message.status": (client, { status, message }) => {
    refresh(client, queryKeys.chat);
    if (message !== undefined) refreshEarlierMessage(client, message);
    // Only a failed message changes its lead.
    if (status === "failed") refresh(client, queryKeys.leads);
  },
  "whatsapp.status": (client) => refresh(client, queryKeys.whatsapp, queryKeys.today),
  "plan.changed": (client, { plan, stopped_campaigns }, refreshPage) => {
    refreshPage();
    refresh(client, queryKeys.billing, queryKeys.credits, queryKeys.campaigns);
    if (isPro(plan)) notifySuccess("Seu plano agora é PRO");
    else notifyInfo(describePlanEnd(stopped_campaigns));
  },
  "billing.changed": (client) => refresh(client, queryKeys.billing),
  "billing.alert": (client) => refresh(client, queryKeys.admin),
  "credits.changed": (client) => refresh(client, queryKeys.credits),
  "leads.changed": (client) =>
    refresh(
      client,
      queryKeys.leads,
      queryKeys.lists,
      queryKeys.dashboard,
      queryKeys.events,
      queryKeys.tasks,
      queryKeys.today,
    ),
  "lists.changed": (client) =>
    refresh(client, queryKeys.lists, queryKeys.leads, queryKeys.dashboard),
  "contacts.changed": (client) => refresh(client, queryKeys.contacts, queryKeys.whatsapp),
  "canned_answers.changed": (client) => refresh(client, queryKeys.cannedAnswers),
  "opt_outs.changed": (client) =>
    refresh(
      client,
      queryKeys.optOuts,
      queryKeys.leads,
      queryKeys.chat,
      queryKeys.dashboard,
      queryKeys.today,
    ),
  "radars.changed": (client) => refresh(client, queryKeys.radars, queryKeys.today),
  "tasks.changed": (client) => refresh(client, queryKeys.tasks, queryKeys.today),
  "task.due": (client, { task }) => {
    refresh(client, queryKeys.tasks, queryKeys.today);
    void announceTask(client, task);
  },
  resync: (client, _event, refreshPage) => refreshAll(client, refreshPage),
};

function describePlanEnd(stoppedCampaigns: number): string {
  const ended = "Seu plano agora é o gratuito.";
  if (stoppedCampaigns === 0) return ended;
  const campaigns = countOf(stoppedCampaigns, "prospecção agendada", "prospecções agendadas");
  return `${ended} ${campaigns}: ${stoppedCampaigns === 1 ? "cancelada" : "canceladas"}.`;
}

function refresh(client: QueryClient, ...trunks: (readonly string[])[]): void {
  for (const queryKey of trunks) refreshQueries(client, queryKey);
}
