import { AuthScreen } from "@/components/accounts/auth/auth-screen";
import { listSignInProviders } from "@/server/platform/auth/page-session.service";

export default function Page() {
  return <AuthScreen providers={listSignInProviders()} />;
}
