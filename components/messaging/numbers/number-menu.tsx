"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Pencil, Plus, Star, Trash2 } from "lucide-react";
import { useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { MenuEntry } from "@/components/ui/menu-entry";
import type { OwnNumber } from "@/lib/contracts/messaging/numbers";
import { ownNumberMutations } from "./own-numbers.queries";

const NumberDialog = lateDialog(async () => (await import("./number-dialog")).NumberDialog);

interface NumberMenuProps {
  numbers: readonly OwnNumber[];
  chosen: OwnNumber;
  /** After a number was added, and null after the chosen one was removed. */
  onChoose: (id: number | null) => void;
}

/** What is done with the numbers themselves. Who has one alone can add another. */
export function NumberMenu({ numbers, chosen, onChoose }: NumberMenuProps) {
  const client = useQueryClient();
  const [opened, setOpened] = useState<"new" | "chosen" | null>(null);
  const { id, name, is_default } = chosen;
  // Not of the calls: the card is mounted anew for another number, and forgets those.
  const change = useMutation({
    ...ownNumberMutations.change(client),
    onSuccess: () => notifySuccess(`${name} é o número padrão agora.`),
  });
  const remove = useMutation({
    ...ownNumberMutations.remove(client),
    onSuccess: () => {
      notifySuccess(`O número ${name} foi removido.`);
      onChoose(null);
    },
  });
  const isPending = change.isPending || remove.isPending;

  const makeDefault = () => change.mutate({ id, change: { is_default: true } });
  const askToRemove = () =>
    confirmToast(
      `Remover o número ${name}? O WhatsApp é desconectado; as conversas ficam.`,
      () => remove.mutate(id),
      undefined,
      { keep: "Cancelar", confirm: "Remover" },
    );

  const ofChosen: MenuEntry[] = [
    {
      kind: "action",
      label: "Editar número",
      icon: Pencil,
      onSelect: () => setOpened("chosen"),
    },
    ...(is_default
      ? []
      : ([
          { kind: "action", label: "Tornar padrão", icon: Star, onSelect: makeDefault },
          { kind: "action", label: "Remover número", icon: Trash2, onSelect: askToRemove },
        ] satisfies MenuEntry[])),
    { kind: "separator" },
  ];
  return (
    <>
      <DropdownMenu
        align="end"
        className="w-56"
        entries={[
          ...(numbers.length > 1 ? ofChosen : []),
          {
            kind: "action",
            label: "Adicionar número",
            icon: Plus,
            onSelect: () => setOpened("new"),
          },
        ]}
        trigger={
          <Button
            variant="ghost"
            size="icon"
            aria-label="Opções do número"
            title="Opções do número"
            loading={isPending}
          >
            {!isPending && <Ellipsis aria-hidden />}
          </Button>
        }
      />
      {opened && (
        <NumberDialog
          number={opened === "new" ? null : chosen}
          numbers={numbers}
          onClose={() => setOpened(null)}
          onDone={(done) => {
            setOpened(null);
            onChoose(done);
          }}
        />
      )}
    </>
  );
}
