import type { Metadata } from "next";
import { ChatScreen } from "@/components/chat-screen/chat-screen";

export const metadata: Metadata = { title: "Chat WhatsApp" };

export default function Page() {
  return <ChatScreen />;
}
