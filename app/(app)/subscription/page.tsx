import type { Metadata } from "next";
import { SubscriptionScreen } from "@/components/billing/subscription-screen";

export const metadata: Metadata = { title: "Assinatura" };

export default function Page() {
  return <SubscriptionScreen />;
}
