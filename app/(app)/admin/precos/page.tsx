import type { Metadata } from "next";
import { AdminPage } from "@/components/backoffice/admin-page";
import { MessagePricesPanel } from "@/components/backoffice/message-prices-panel";

export const metadata: Metadata = { title: "Preços do WhatsApp" };

export default function Page() {
  return (
    <AdminPage>
      <MessagePricesPanel />
    </AdminPage>
  );
}
