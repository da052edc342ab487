import { MessageCircle, Search, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Logo, LogoMark } from "@/components/shared/layout/logo";

const strengths = [
  { icon: Search, text: "Encontre empresas na web e junte contatos de verdade em uma só lista." },
  { icon: MessageCircle, text: "Envie mensagens personalizadas pelo WhatsApp, no ritmo certo." },
  { icon: ShieldCheck, text: "Acompanhe cada resposta e mantenha o controle da conversa." },
];

interface AuthLayoutProps {
  title: string;
  description: string;
  children: ReactNode;
}

/** Layout of the public screens: the product's banner at the left, one form at the right. */
export function AuthLayout({ title, description, children }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)] lg:grid-rows-1">
      <Banner />
      {/* Placed from the top, as the banner's words are: what is still to arrive moves nothing. */}
      <main className="flex flex-col items-center px-5 py-8 sm:px-10 lg:pt-[max(3rem,calc(50dvh-15.75rem))] lg:pb-12">
        <div className="w-full max-w-[24rem]">
          <h2 className="font-semibold text-2xl tracking-tight">{title}</h2>
          <p className="mt-1.5 mb-7 text-pretty text-muted-foreground">{description}</p>
          {children}
        </div>
      </main>
    </div>
  );
}

function Banner() {
  return (
    <header className="relative isolate flex flex-col overflow-hidden bg-stage px-6 py-7 text-stage-foreground sm:px-10 lg:px-14 lg:py-12">
      <LogoMark className="-right-24 -bottom-28 -z-10 absolute size-80 opacity-[0.09] lg:size-[38rem] lg:-right-44 lg:-bottom-52" />
      <Logo />
      <div className="mt-8 lg:mt-[max(2rem,calc(50dvh-15.75rem))] lg:pb-6">
        <h1 className="max-w-[13ch] text-balance font-semibold text-3xl leading-[1.1] tracking-tight sm:text-4xl lg:text-[3.25rem]">
          Prospecção B2B <span className="text-gold">Inteligente</span>
        </h1>
        <ul className="mt-10 hidden max-w-md space-y-4 lg:block">
          {strengths.map(({ icon: Icon, text }) => (
            <li
              key={text}
              className="flex items-start gap-3.5 text-base text-stage-muted leading-6"
            >
              <Icon className="mt-0.5 size-5 shrink-0 text-gold" aria-hidden />
              {text}
            </li>
          ))}
        </ul>
      </div>
      <p className="mt-auto hidden text-sm text-stage-muted lg:block">
        Encontre. Organize. Converse.
      </p>
    </header>
  );
}
