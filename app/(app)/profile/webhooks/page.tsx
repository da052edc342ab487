import type { Metadata } from "next";
import { WebhooksCard } from "@/components/integrations/webhooks/webhooks-card";

export const metadata: Metadata = { title: "Webhooks" };

export default function Page() {
  return <WebhooksCard />;
}
