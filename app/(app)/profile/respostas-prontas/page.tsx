import type { Metadata } from "next";
import { CannedAnswersCard } from "@/components/canned-answers/canned-answers-card";

export const metadata: Metadata = { title: "Respostas prontas" };

export default function Page() {
  return <CannedAnswersCard />;
}
