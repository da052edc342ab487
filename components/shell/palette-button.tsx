"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { isTyping } from "@/components/shared/state/is-typing";
import { useGoKeys } from "./go-keys";

const CommandPalette = lateDialog(async () => (await import("./command-palette")).CommandPalette);

const ShortcutsDialog = lateDialog(
  async () => (await import("./shortcuts-dialog")).ShortcutsDialog,
);

const QuickAddDialog = lateDialog(
  async () => (await import("@/components/leads/leads/quick-add-dialog")).QuickAddDialog,
);
const NewTaskDialog = lateDialog(
  async () => (await import("@/components/leads/tasks/new-task-dialog")).NewTaskDialog,
);

/** Opens the command palette by click, or by Ctrl/Cmd + K anywhere; the list of shortcuts by a question mark. */
export function PaletteButton() {
  const [open, setOpen] = useState(false);
  const [shortcuts, setShortcuts] = useState(false);
  const [newTask, setNewTask] = useState(false);
  const [quickAdd, setQuickAdd] = useState(false);
  useGoKeys();

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "?" && !isTyping(event.target)) return setShortcuts(true);
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex h-9 w-full items-center gap-2.5 rounded-lg border border-border bg-card px-2.5 text-muted-foreground text-sm shadow-card transition-colors hover:text-foreground pointer-coarse:h-10"
      >
        <Search className="size-4 shrink-0" aria-hidden />
        Ir para...
        <kbd className="ml-auto font-sans text-xs pointer-coarse:hidden">Ctrl K</kbd>
      </button>
      {open && (
        <CommandPalette
          onClose={() => setOpen(false)}
          onNewTask={() => setNewTask(true)}
          onQuickAdd={() => setQuickAdd(true)}
          onShortcuts={() => setShortcuts(true)}
        />
      )}
      {newTask && <NewTaskDialog onClose={() => setNewTask(false)} />}
      {quickAdd && <QuickAddDialog onClose={() => setQuickAdd(false)} />}
      {shortcuts && <ShortcutsDialog onClose={() => setShortcuts(false)} />}
    </>
  );
}
