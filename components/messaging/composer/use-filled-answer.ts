import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { leadQueries } from "@/components/leads/leads/leads.queries";
import { ownFieldsQuery } from "@/components/leads/own-fields/own-fields.queries";
import { chatLeadQueries } from "@/components/messaging/chat/chat-lead.queries";
import { usesOwnFields } from "@/lib/domain/campaigns/template-variables";
import { getChatNumber } from "@/lib/domain/messages/chat-key";

/** The known values of a conversation's contact. */
interface Contact {
  to: string;
  name: string;
  leadId: number | null;
}

/**
 * Returns a function that fills the variables of a canned answer with the known values of the contact: its lead or,
 * without one, its name.
 */
export function useFilledAnswer({ to, name, leadId }: Contact) {
  const client = useQueryClient();
  return async (text: string): Promise<string> => {
    if (!text.includes("{{")) return text;
    const { NO_LEAD, renderTemplate } = await import("@/lib/domain/campaigns/message-template");
    const lead =
      leadId === null
        ? null
        : await client
            .ensureQueryData(chatLeadQueries.byNumber(getChatNumber(to)))
            .catch(() => null);
    const known = lead ?? { ...NO_LEAD, name };
    const own = leadId !== null && usesOwnFields(text) ? await readOwnTexts(client, leadId) : {};
    return renderTemplate(text, { ...known, own }, new Date());
  };
}

/** No values while they cannot be read: the placeholders' fallbacks are used. */
async function readOwnTexts(client: QueryClient, leadId: number): Promise<Record<string, string>> {
  try {
    const { tellOwnValues } = await import("@/lib/domain/leads/own-fields");
    const { own_fields } = await client.ensureQueryData(ownFieldsQuery());
    const { lead } = await client.fetchQuery(leadQueries.details(leadId));
    return tellOwnValues(own_fields, lead.own);
  } catch {
    return {};
  }
}
