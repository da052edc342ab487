import type { Metadata } from "next";
import { PeopleScreen } from "@/components/admin/people-screen";

export const metadata: Metadata = { title: "Painel Administrativo" };

export default function Page() {
  return <PeopleScreen />;
}
