import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PersonScreen } from "@/components/backoffice/person-screen";

export const metadata: Metadata = { title: "Conta" };

export default async function Page({ params }: { params: Promise<{ userId: string }> }) {
  const { userId } = await params;
  if (!/^[1-9]\d{0,8}$/.test(userId)) notFound();
  return <PersonScreen userId={Number(userId)} />;
}
