import type { Metadata } from "next";
import { AdminPage } from "@/components/admin/admin-page";
import { RequiredFactorPanel } from "@/components/admin/required-factor-panel";

export const metadata: Metadata = { title: "Segurança" };

export default function Page() {
  return (
    <AdminPage>
      <RequiredFactorPanel />
    </AdminPage>
  );
}
