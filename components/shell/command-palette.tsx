"use client";

import { Command } from "cmdk";
import { Gem, Keyboard, ListPlus, LogOut, Zap } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { logOut } from "@/components/session/end-session";
import { useCan, useSessionUser } from "@/components/session/session-context";
import { useUpgrade } from "@/components/session/upgrade-context";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { isPro } from "@/lib/domain/plans/plan";
import { foldText } from "@/lib/domain/text/fold-text";
import { listActions, listScreens } from "./nav";
import { Entry, FOUND_PREFIX, Group } from "./palette-entry";
import { PaletteFindings } from "./palette-findings";
import { THEMES, useTheme } from "./theme";
import { themeChoices } from "./theme-choices";

interface CommandPaletteProps {
  onClose: () => void;
  onNewTask: () => void;
  onQuickAdd: () => void;
  onShortcuts: () => void;
}

/** Searches every screen, the frequent actions, and the user's leads, lists and campaigns by name. */
export function CommandPalette({
  onClose,
  onNewTask,
  onQuickAdd,
  onShortcuts,
}: CommandPaletteProps) {
  const router = useRouter();
  const user = useSessionUser();
  const buys = useCan("owner");
  const { openUpgrade } = useUpgrade();
  const [, setTheme] = useTheme();
  const [typed, setTyped] = useState("");

  function perform(action: () => void) {
    onClose();
    action();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="mt-[12dvh] max-w-xl [&>button]:hidden">
        <DialogTitle className="sr-only">Ir para...</DialogTitle>
        <DialogDescription className="sr-only">
          Digite o nome de uma tela ou ação e escolha com as setas e Enter.
        </DialogDescription>
        <Command label="Ir para..." filter={scoreEntry} loop>
          <Command.Input
            value={typed}
            onValueChange={setTyped}
            maxLength={100}
            placeholder="Digite uma tela, ação, lead, lista ou campanha"
            className="h-13 w-full border-border border-b bg-transparent px-5 text-base outline-none placeholder:text-muted-foreground"
          />
          <Command.List className="max-h-[min(24rem,60dvh)] overflow-y-auto p-2">
            <Command.Empty className="px-3 py-8 text-center text-muted-foreground text-sm">
              Nada encontrado com esse nome.
            </Command.Empty>
            <Group heading="Telas">
              {listScreens(user).map(({ label, href, icon, words }) => (
                <Entry
                  key={href}
                  icon={icon}
                  label={label}
                  words={words}
                  onSelect={() => perform(() => router.push(href))}
                />
              ))}
            </Group>
            <Group heading="Ações">
              <Entry
                icon={Zap}
                label="Adição rápida de lead"
                words={["criar", "cadastrar", "colar"]}
                onSelect={() => perform(onQuickAdd)}
              />
              <Entry
                icon={ListPlus}
                label="Nova tarefa"
                words={["criar", "lembrete", "agendar"]}
                onSelect={() => perform(onNewTask)}
              />
              {listActions(user).map(({ label, href, icon, words }) => (
                <Entry
                  key={label}
                  icon={icon}
                  label={label}
                  words={words}
                  onSelect={() => perform(() => router.push(href))}
                />
              ))}
              {buys && !isPro(user.plan) && (
                <Entry icon={Gem} label="Ver planos PRO" onSelect={() => perform(openUpgrade)} />
              )}
              {THEMES.map((theme) => (
                <Entry
                  key={theme}
                  {...themeChoices[theme]}
                  onSelect={() => perform(() => setTheme(theme))}
                />
              ))}
              <Entry
                icon={Keyboard}
                label="Atalhos de teclado"
                onSelect={() => perform(onShortcuts)}
              />
              <Entry
                icon={LogOut}
                label="Log out"
                words={["sair", "encerrar", "logoff"]}
                onSelect={() => perform(() => void logOut())}
              />
            </Group>
            <PaletteFindings typed={typed} onOpen={(href) => perform(() => router.push(href))} />
          </Command.List>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

/** Returns 1 if every typed word is the beginning of a word of the entry, else 0. Accents and case are ignored. */
function scoreEntry(value: string, typed: string, others: string[] = []): number {
  if (value.startsWith(FOUND_PREFIX)) return 1;
  const words = foldText([value, ...others].join(" ")).split(/\s+/);
  const wanted = foldText(typed).split(/\s+/).filter(Boolean);
  return wanted.every((part) => words.some((word) => word.startsWith(part))) ? 1 : 0;
}
