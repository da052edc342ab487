"use client";

import { Bell, BellRing } from "lucide-react";
import { notifyError } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { useNoticeChoices } from "./notice-choices";
import { playReplySound } from "./reply-sound";

/** How replies and tasks are announced while the tab is hidden: both begin switched off. */
export function NoticeMenu() {
  const [choices, choose] = useNoticeChoices();
  const isOn = choices.desktop || choices.sound;

  async function chooseDesktop(desktop: boolean) {
    if (desktop && !(await mayNotify())) {
      return notifyError("O navegador não permite notificações deste site.", {
        description: "Libere as notificações nas configurações do site e tente de novo.",
      });
    }
    choose({ ...choices, desktop });
  }

  function chooseSound(sound: boolean) {
    choose({ ...choices, sound });
    // Played as a sample; and the click lets the browser play it later.
    if (sound) void playReplySound().catch(() => undefined);
  }

  return (
    <DropdownMenu
      align="end"
      className="w-64"
      entries={[
        { kind: "label", label: "Com a aba escondida, avisar de respostas e tarefas" },
        {
          kind: "check",
          label: "Notificação na área de trabalho",
          checked: choices.desktop,
          onChange: (checked) => void chooseDesktop(checked),
        },
        { kind: "check", label: "Som", checked: choices.sound, onChange: chooseSound },
      ]}
      trigger={
        <Button variant="ghost" size="icon" aria-label="Avisos de respostas" title="Avisos">
          {isOn ? <BellRing aria-hidden /> : <Bell aria-hidden />}
        </Button>
      }
    />
  );
}

async function mayNotify(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}
