import type { Metadata } from "next";
import { AdminScreen } from "@/components/admin/admin-screen";

export const metadata: Metadata = { title: "Painel Administrativo" };

export default function Page() {
  return <AdminScreen />;
}
