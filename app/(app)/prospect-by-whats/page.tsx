import type { Metadata } from "next";
import { EditorScreen } from "@/components/campaigns/editor/editor-screen";

export const metadata: Metadata = { title: "Prospecção pelo WhatsApp" };

export default function Page() {
  return <EditorScreen />;
}
