import { Check, X } from "lucide-react";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { describeFirstSend } from "@/lib/domain/campaigns/first-send";
import { countOf } from "@/lib/format";
import { campaignPath, paths } from "@/lib/paths";
import type { FirstStep, FirstSteps } from "./use-first-steps";

export const WHATSAPP_CARD_ID = "whatsapp";

const STEPS: Record<FirstStep, { title: string; description: string; href: string }> = {
  whatsapp: {
    title: "Conecte o WhatsApp",
    description: "Com a câmera do celular ou um código digitado nele: leva menos de um minuto.",
    href: `#${WHATSAPP_CARD_ID}`,
  },
  leads: {
    title: "Busque empresas",
    description: "Diga o ramo e a cidade; telefones e WhatsApps viram leads.",
    href: paths.pagesSearch,
  },
  campaign: {
    title: "Envie a primeira campanha",
    description: "Escreva a mensagem e o Garimpo envia no ritmo seguro.",
    href: paths.newCampaign,
  },
  profile: {
    title: "Complete o perfil",
    description: "Com a empresa e o que ela faz, as sugestões falam do seu negócio.",
    href: paths.profile,
  },
};

interface FirstStepsCardProps extends FirstSteps {
  /** Begins to connect a phone. */
  onConnect: () => void;
}

/** The steps of a new account to its first answers: finished steps are ticked, and the next one has the button. */
export function FirstStepsCard({ steps, done, campaign, putAway, onConnect }: FirstStepsCardProps) {
  if (!done) return <Skeleton className="mb-4 h-72 rounded-xl lg:h-44" />;
  const next = steps.find((step) => !done.has(step));
  return (
    <Card aria-label="Primeiros passos" className="mb-4">
      <CardHeader>
        <CardTitle>{next ? "Primeiros passos" : "Parabéns, está tudo pronto!"}</CardTitle>
        <span className="ml-auto text-muted-foreground text-xs tabular-nums">
          {done.size} de {steps.length}
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label={next ? "Dispensar primeiros passos" : "Concluir primeiros passos"}
          className="-mr-2"
          onClick={putAway}
        >
          <X aria-hidden />
        </Button>
      </CardHeader>
      <ol className="grid gap-x-6 px-5 pt-2 pb-4 lg:grid-cols-4">
        {steps.map((step, at) => (
          <Step
            key={step}
            step={step}
            number={at + 1}
            done={done.has(step)}
            next={step === next}
            onChoose={step === "whatsapp" ? onConnect : undefined}
          />
        ))}
      </ol>
      {campaign && <AfterCampaign campaign={campaign} />}
    </Card>
  );
}

/** The next screens after a campaign was started: the campaign, and the people who answer. */
function AfterCampaign({ campaign }: { campaign: Activity }) {
  const now = useNow();
  const answered = campaign.answered > 0;
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-border border-t px-5 py-3 text-sm">
      <span className="min-w-0 text-pretty">
        {answered
          ? `${countOf(campaign.answered, "contato respondeu", "contatos responderam")}: continue a conversa.`
          : describeFirstSend(campaign, now)}
      </span>
      <Button asChild size="sm" variant="outline">
        <Link href={answered ? paths.chat : campaignPath(campaign.id)}>
          {answered ? "Responder" : "Acompanhar a campanha"}
        </Link>
      </Button>
    </p>
  );
}

interface StepProps {
  step: FirstStep;
  number: number;
  done: boolean;
  next: boolean;
  /** Does the step on this screen. */
  onChoose: (() => void) | undefined;
}

function Step({ step, number, done, next, onChoose }: StepProps) {
  const { title, description, href } = STEPS[step];
  return (
    <li aria-current={next ? "step" : undefined} className="flex gap-3 py-3 lg:flex-col">
      <span
        aria-hidden
        className={cn(
          "grid size-7 shrink-0 place-items-center rounded-full border font-medium text-sm tabular-nums",
          done && "border-transparent bg-success text-background",
          next && "border-primary text-primary-text",
          !done && !next && "border-border text-muted-foreground",
        )}
      >
        {done ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0">
        <h3 className={cn("font-medium text-sm", done && "text-muted-foreground line-through")}>
          {title}
          {done && <span className="sr-only"> (feito)</span>}
        </h3>
        {!done && <p className="mt-0.5 text-muted-foreground text-sm">{description}</p>}
        {!done && (
          <Button
            asChild
            size={next ? "sm" : "inline"}
            variant={next ? "primary" : "link"}
            className="mt-2"
          >
            <Link href={href} onClick={onChoose}>
              {title}
            </Link>
          </Button>
        )}
      </div>
    </li>
  );
}
