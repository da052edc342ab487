import type { Metadata } from "next";
import { PrivacyNoticePage } from "@/components/custody/privacy-notice/privacy-notice-page";

export const metadata: Metadata = { title: "Privacidade" };

export default function Page() {
  return <PrivacyNoticePage />;
}
