import type { Metadata } from "next";
import { readChat } from "@/components/messaging/chat-screen/chat-answers";
import { ChatScreen } from "@/components/messaging/chat-screen/chat-screen";
import { PageData } from "../../page-data";
import type { SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Chat WhatsApp" };

export default function Page({ searchParams }: { searchParams: SearchParams }) {
  return (
    <PageData read={readChat} searchParams={searchParams}>
      <ChatScreen />
    </PageData>
  );
}
