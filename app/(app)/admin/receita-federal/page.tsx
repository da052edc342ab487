import type { Metadata } from "next";
import { AdminPage } from "@/components/admin/admin-page";
import { RegistryPanel } from "@/components/admin/registry-panel";

export const metadata: Metadata = { title: "Base da Receita Federal" };

export default function Page() {
  return (
    <AdminPage>
      <RegistryPanel />
    </AdminPage>
  );
}
