import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CampaignScreen } from "@/components/campaign-report/campaign-screen";

export const metadata: Metadata = { title: "Campanha" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  return <CampaignScreen id={Number(id)} />;
}
