"use client";

import { Command } from "cmdk";
import { Gem, LogOut, type LucideIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { logOut } from "@/components/session/end-session";
import { useSessionUser } from "@/components/session/session-context";
import { useUpgrade } from "@/components/session/upgrade-context";
import { actionEntries, adminEntry, screenEntries } from "@/components/shell/nav";
import { THEMES, useTheme } from "@/components/shell/theme";
import { themeChoices } from "@/components/shell/theme-choices";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { isPro } from "@/lib/domain/plans/plan";
import { foldText } from "@/lib/domain/text/fold-text";

/** Searches every screen and the frequent actions by name. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const user = useSessionUser();
  const { openUpgrade } = useUpgrade();
  const [, setTheme] = useTheme();
  const screens = user.isAdmin ? [...screenEntries, adminEntry] : screenEntries;

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
        <Command label="Ir para..." filter={scoreLabel} loop>
          <Command.Input
            placeholder="Digite uma tela ou ação"
            className="h-13 w-full border-border border-b bg-transparent px-5 text-base outline-none placeholder:text-muted-foreground"
          />
          <Command.List className="max-h-[min(24rem,60dvh)] overflow-y-auto p-2">
            <Command.Empty className="px-3 py-8 text-center text-muted-foreground text-sm">
              Nada encontrado com esse nome.
            </Command.Empty>
            <Group heading="Telas">
              {screens.map(({ label, href, icon }) => (
                <Entry
                  key={href}
                  icon={icon}
                  label={label}
                  onSelect={() => perform(() => router.push(href))}
                />
              ))}
            </Group>
            <Group heading="Ações">
              {actionEntries.map(({ label, href, icon }) => (
                <Entry
                  key={label}
                  icon={icon}
                  label={label}
                  onSelect={() => perform(() => router.push(href))}
                />
              ))}
              {!isPro(user.plan) && (
                <Entry icon={Gem} label="Ver planos PRO" onSelect={() => perform(openUpgrade)} />
              )}
              {THEMES.map((theme) => (
                <Entry
                  key={theme}
                  {...themeChoices[theme]}
                  onSelect={() => perform(() => setTheme(theme))}
                />
              ))}
              <Entry icon={LogOut} label="Log out" onSelect={() => perform(() => void logOut())} />
            </Group>
          </Command.List>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

interface EntryProps {
  icon: LucideIcon;
  label: string;
  onSelect: () => void;
}

function Entry({ icon: Icon, label, onSelect }: EntryProps) {
  return (
    <Command.Item
      value={label}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer select-none items-center gap-3 rounded-lg px-3 text-sm data-[selected=true]:bg-accent"
    >
      <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
      {label}
    </Command.Item>
  );
}

/** Returns 1 if every typed word is the beginning of a word of the label, else 0. Accents and case are ignored. */
function scoreLabel(label: string, typed: string): number {
  const words = foldText(label).split(/\s+/);
  const wanted = foldText(typed).split(/\s+/).filter(Boolean);
  return wanted.every((part) => words.some((word) => word.startsWith(part))) ? 1 : 0;
}
