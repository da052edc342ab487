import type { Metadata } from "next";
import { AdminPage } from "@/components/admin/admin-page";
import { DeadLettersTable } from "@/components/admin/dead-letters-table";
import { QueuesPanel } from "@/components/admin/queues-panel";
import { RetentionPanel } from "@/components/admin/retention-panel";
import { SizesPanel } from "@/components/admin/sizes-panel";

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
