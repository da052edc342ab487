import type { Metadata } from "next";
import { AdminPage } from "@/components/backoffice/admin-page";
import { DeadLettersTable } from "@/components/backoffice/dead-letters-table";
import { QueuesPanel } from "@/components/backoffice/queues-panel";
import { RetentionPanel } from "@/components/backoffice/retention-panel";
import { SizesPanel } from "@/components/backoffice/sizes-panel";

export const metadata: Metadata = { title: "Filas" };

export default function Page() {
  return (
    <AdminPage>
      <div className="space-y-6">
        <QueuesPanel />
        <DeadLettersTable />
        <RetentionPanel />
        <SizesPanel />
      </div>
    </AdminPage>
  );
}
