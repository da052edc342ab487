import { AuthScreen } from "@/components/auth/auth-screen";

export default function Page() {
  return <AuthScreen />;
}
