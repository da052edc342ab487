import type { Metadata } from "next";
import { AdminPage } from "@/components/admin/admin-page";
import { PartnersChoice } from "@/components/admin/partners-choice";
import { RegistryPanel } from "@/components/admin/registry-panel";

export const metadata: Metadata = { title: "Base da Receita Federal" };

export default function Page() {
  return (
    <AdminPage>
      <RegistryPanel />
      <PartnersChoice className="mt-4" />
    </AdminPage>
  );
}
