import NextAuth from "next-auth";
import { nextAuthOptions } from "@/server/auth/next-auth.route";

const handler = NextAuth(nextAuthOptions);

export { handler as GET, handler as POST };
