import { useQueryClient } from "@tanstack/react-query";
import { chatLeadQueries } from "@/components/chat/chat-lead.queries";
import { getChatNumber } from "@/lib/domain/messages/chat-key";

/** What is known of a conversation's contact. */
interface Contact {
  to: string;
  name: string;
  leadId: number | null;
}

/**
 * Returns a function that fills the variables of a canned answer with what is known of the contact: its lead or, without
 * one, its name.
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
    return renderTemplate(text, lead ?? { ...NO_LEAD, name }, new Date());
  };
}
