import type { Metadata } from "next";
import { AdminPage } from "@/components/admin/admin-page";
import { AuditPanel } from "@/components/admin/audit-panel";

export const metadata: Metadata = { title: "Auditoria" };

export default function Page() {
  return (
    <AdminPage>
      <AuditPanel />
    </AdminPage>
  );
}
