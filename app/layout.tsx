import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { EARLY_INPUT_SCRIPT } from "@/components/shell/early-input-script";
import { OLD_BROWSER_SCRIPT } from "@/components/shell/old-browser-script";
import { ThemeEffect } from "@/components/shell/theme-effect";
import { THEME_SCRIPT, ZOD_SCRIPT } from "@/components/shell/theme-script";
import { Toasts } from "@/components/shell/toasts";
import { BACK_SCRIPT } from "@/components/ui/back-script";
import "./globals.css";

const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  variable: "--font-inter",
  // A page shown before the font is loaded keeps its fallback: a late change would move what the user is about to touch.
  display: "optional",
  weight: "100 900",
});

export const metadata: Metadata = {
  title: { default: "Garimpo · Prospecção B2B Inteligente", template: "%s · Garimpo" },
  description: "Encontre empresas, organize seus leads e prospecte pelo WhatsApp.",
  // Browsers request /favicon.ico by default when a streamed head names no icon in time.
  icons: { icon: [{ url: "/favicon.ico", sizes: "48x48" }, { url: "/icon.svg" }] },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fafaf9" },
    { media: "(prefers-color-scheme: dark)", color: "#12100e" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="pt-BR" className={inter.variable} suppressHydrationWarning>
      <head>
        <script nonce={nonce} suppressHydrationWarning>
          {`${OLD_BROWSER_SCRIPT};${EARLY_INPUT_SCRIPT};${BACK_SCRIPT};${THEME_SCRIPT};${ZOD_SCRIPT}`}
        </script>
      </head>
      <body>
        <noscript>
          <p className="bg-danger-soft p-4 text-danger-text">
            O Garimpo precisa de JavaScript. Ative-o no navegador e recarregue a página.
          </p>
        </noscript>
        <ThemeEffect />
        {children}
        <Toasts />
      </body>
    </html>
  );
}
