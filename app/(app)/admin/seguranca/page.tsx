import type { Metadata } from "next";
import { AdminPage } from "@/components/backoffice/admin-page";
import { RequiredFactorPanel } from "@/components/backoffice/required-factor-panel";

export const metadata: Metadata = { title: "Segurança" };

export default function Page() {
  return (
    <AdminPage>
      <RequiredFactorPanel />
    </AdminPage>
  );
}
