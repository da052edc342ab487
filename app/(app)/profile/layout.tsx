import type { ReactNode } from "react";
import { ProfileScreen } from "@/components/accounts/profile/profile-screen";

export default function ProfileLayout({ children }: { children: ReactNode }) {
  return <ProfileScreen>{children}</ProfileScreen>;
}
