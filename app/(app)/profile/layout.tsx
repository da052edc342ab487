import type { ReactNode } from "react";
import { ProfileScreen } from "@/components/profile/profile-screen";

export default function ProfileLayout({ children }: { children: ReactNode }) {
  return <ProfileScreen>{children}</ProfileScreen>;
}
