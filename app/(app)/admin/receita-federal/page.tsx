import type { Metadata } from "next";
import { AdminPage } from "@/components/backoffice/admin-page";
import { PartnersChoice } from "@/components/backoffice/partners-choice";
import { RegistryPanel } from "@/components/backoffice/registry-panel";

export const metadata: Metadata = { title: "Base da Receita Federal" };

export default function Page() {
  return (
    <AdminPage>
      <RegistryPanel />
      <PartnersChoice className="mt-4" />
    </AdminPage>
  );
}
