import type { Metadata } from "next";
import { chatQueries } from "@/components/messaging/chat/chat.queries";
import { readChatChoice } from "@/components/messaging/chat-screen/chat-choice";
import { ChatScreen } from "@/components/messaging/chat-screen/chat-screen";
import { PageData } from "../../page-data";
import { readSearchParams, type SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Chat WhatsApp" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { filter, intent } = readChatChoice(await readSearchParams(searchParams));
  return (
    <PageData
      read={(client) => [client.prefetchInfiniteQuery(chatQueries.list(filter, "", intent))]}
    >
      <ChatScreen />
    </PageData>
  );
}
