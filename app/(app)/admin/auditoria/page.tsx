import type { Metadata } from "next";
import { AdminPage } from "@/components/backoffice/admin-page";
import { AuditPanel } from "@/components/backoffice/audit-panel";

export const metadata: Metadata = { title: "Auditoria" };

export default function Page() {
  return (
    <AdminPage>
      <AuditPanel />
    </AdminPage>
  );
}
