import type { Metadata } from "next";
import { SessionsCard } from "@/components/accounts/profile/sessions-card";

export const metadata: Metadata = { title: "Sessões" };

export default function Page() {
  return <SessionsCard />;
}
