"use client";

import { Check } from "lucide-react";
import { DropdownMenu as Menu } from "radix-ui";
import { useRef } from "react";
import { cn } from "./cn";
import type { DropdownMenuProps, MenuEntry } from "./menu-entry";

export default function DropdownMenuPanel({
  trigger,
  entries,
  side = "bottom",
  align = "end",
  className = "w-56",
  focusAfterAction,
  onClosed,
}: DropdownMenuProps) {
  const chosen = useRef<(() => void) | null>(null);
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            const act = chosen.current;
            chosen.current = null;
            if (onClosed) {
              event.preventDefault();
              onClosed(act !== null);
            }
            if (!act) return;
            if (focusAfterAction) {
              event.preventDefault();
              focusAfterAction();
            }
            // When the focus is back on the trigger: a dialog that opens now returns it there.
            else queueMicrotask(act);
          }}
          className={cn(
            "z-50 max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto rounded-xl border border-border bg-popover p-1 text-foreground shadow-popover data-[state=open]:animate-appear",
            className,
          )}
        >
          {entries.map((entry, index) => (
            <Entry
              // biome-ignore lint/suspicious/noArrayIndexKey: a menu's entries keep their places
              key={index}
              entry={entry}
              onAct={(act) => {
                chosen.current = act;
                if (focusAfterAction) act();
              }}
            />
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Entry({ entry, onAct }: { entry: MenuEntry; onAct: (act: () => void) => void }) {
  switch (entry.kind) {
    case "label":
      return (
        <Menu.Label className="px-2 pt-1.5 pb-1 font-medium text-muted-foreground text-xs">
          {entry.label}
        </Menu.Label>
      );
    case "separator":
      return <Menu.Separator className="-mx-1 my-1 h-px bg-border" />;
    case "link":
      return (
        <Menu.Item asChild className={itemClasses}>
          {entry.link}
        </Menu.Item>
      );
    case "action":
      return (
        <Menu.Item className={itemClasses} onSelect={() => onAct(entry.onSelect)}>
          {entry.icon && <entry.icon aria-hidden />}
          {entry.label}
          {entry.hint && (
            <span className="ml-auto truncate pl-2 text-muted-foreground text-xs">
              {entry.hint}
            </span>
          )}
        </Menu.Item>
      );
    case "check":
      return (
        <Menu.CheckboxItem
          className={itemClasses}
          checked={entry.checked}
          onCheckedChange={(checked) => entry.onChange(checked === true)}
          onSelect={(event) => event.preventDefault()}
        >
          {entry.label}
          <Menu.ItemIndicator className="ml-auto">
            <Check aria-hidden />
          </Menu.ItemIndicator>
        </Menu.CheckboxItem>
      );
    case "choice":
      return (
        <Menu.RadioGroup value={entry.chosen ? entry.label : ""} onValueChange={entry.onChoose}>
          <Menu.RadioItem
            className={itemClasses}
            value={entry.label}
            onSelect={(event) => event.preventDefault()}
          >
            <entry.icon aria-hidden />
            {entry.label}
            <Menu.ItemIndicator className="ml-auto">
              <Check aria-hidden />
            </Menu.ItemIndicator>
          </Menu.RadioItem>
        </Menu.RadioGroup>
      );
  }
}

const itemClasses =
  "flex min-h-8 cursor-default select-none items-center gap-2.5 rounded-md px-2 py-1.5 text-sm outline-none data-[highlighted]:bg-accent pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground";
