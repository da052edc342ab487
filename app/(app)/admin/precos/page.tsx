import type { Metadata } from "next";
import { AdminPage } from "@/components/admin/admin-page";
import { MessagePricesPanel } from "@/components/admin/message-prices-panel";

export const metadata: Metadata = { title: "Preços do WhatsApp" };

export default function Page() {
  return (
    <AdminPage>
      <MessagePricesPanel />
    </AdminPage>
  );
}
