import type { Metadata } from "next";
import { WebhooksCard } from "@/components/integrations/webhooks/webhooks-card";
import { ForRole } from "@/components/session/for-role";

export const metadata: Metadata = { title: "Webhooks" };

export default function Page() {
  return (
    <ForRole least="manager">
      <WebhooksCard />
    </ForRole>
  );
}
