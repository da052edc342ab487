import type { Metadata } from "next";
import { BillingScreen } from "@/components/backoffice/billing-screen";

export const metadata: Metadata = { title: "Cobrança" };

export default function Page() {
  return <BillingScreen />;
}
