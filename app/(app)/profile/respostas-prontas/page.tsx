import type { Metadata } from "next";
import { CannedAnswersCard } from "@/components/messaging/canned-answers/canned-answers-card";

export const metadata: Metadata = { title: "Respostas prontas" };

export default function Page() {
  return <CannedAnswersCard />;
}
