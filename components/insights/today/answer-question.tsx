"use client";

import { ArrowRightLeft } from "lucide-react";
import { AnswerDue } from "@/components/leads/answers/answer-due";
import { useAnswerMenu } from "@/components/leads/answers/use-answer-menu";
import { useStages } from "@/components/leads/leads/stages.queries";
import { Button } from "@/components/ui/button";
import type { WaitingChat } from "@/lib/contracts/insights/today";
import { MoveMenu } from "./move-menu";

/** The question to the user that an answer of its kind raises, if any. */
export function AnswerQuestion({ chat }: { chat: WaitingChat }) {
  const { intent, may_leave, leadId, name } = chat;
  if (may_leave || intent?.kind === "opt_out") return <OptOutChoice chat={chat} />;
  if (intent?.kind === "not_now" || intent?.kind === "meeting") return <AnswerDue chat={chat} />;
  if (intent?.kind === "not_interested" && leadId !== null) {
    return <LossMenu lead={{ id: leadId, name }} />;
  }
  return null;
}

function OptOutChoice({ chat }: { chat: WaitingChat }) {
  const { settle, isPending } = useAnswerMenu(chat);
  const kind = chat.intent?.kind ?? "unclear";
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{chat.name} pede para sair?</legend>
      <Button
        variant="outline"
        size="sm"
        className="max-md:h-11"
        disabled={isPending}
        onClick={() => void settle(kind === "opt_out" ? "unclear" : kind)}
      >
        Não é isso
      </Button>
      <Button
        variant="danger"
        size="sm"
        className="max-md:h-11"
        disabled={isPending}
        onClick={() => void settle("opt_out")}
      >
        Não escrever mais
      </Button>
    </fieldset>
  );
}

function LossMenu({ lead }: { lead: { id: number; name: string } }) {
  const stages = useStages().filter(({ meaning }) => meaning === "lost");
  if (stages.length === 0) return null;
  return (
    <MoveMenu
      lead={lead}
      stages={stages}
      trigger={
        <Button variant="outline" size="sm" className="max-md:h-11">
          <ArrowRightLeft aria-hidden />
          Mover para…<span className="sr-only"> {lead.name}</span>
        </Button>
      }
    />
  );
}
