"use client";

import { UserRoundPlus } from "lucide-react";
import { useState } from "react";
import { useTeam } from "@/components/session/team.queries";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Button } from "@/components/ui/button";
import type { Chat } from "@/lib/contracts/messaging/chat";

const PassOnDialog = lateDialog(async () => (await import("./pass-on-dialog")).PassOnDialog);

/** Gives the conversation to a colleague; whoever works alone has no use for it. */
export function PassOnButton({ chat }: { chat: Chat }) {
  const [isOpen, setOpen] = useState(false);
  if (!useTeam().isTeam) return null;
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Passar conversa"
        title="Passar conversa"
        onClick={() => setOpen(true)}
      >
        <UserRoundPlus aria-hidden />
      </Button>
      {isOpen && <PassOnDialog chat={chat} onClose={() => setOpen(false)} />}
    </>
  );
}
