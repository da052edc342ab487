"use client";

import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";

const SHORTCUTS: { keys: string[]; what: string }[] = [
  { keys: ["Ctrl", "K"], what: "Ir para uma tela, lead, lista ou campanha" },
  { keys: ["G", "H"], what: "Abrir a tela Hoje" },
  { keys: ["?"], what: "Mostrar estes atalhos" },
  { keys: ["/"], what: "Pesquisar na lista da tela" },
  { keys: ["Tab"], what: "Ir para o próximo campo ou botão" },
  { keys: ["↑", "↓"], what: "Andar pelas conversas e pelos menus" },
  { keys: ["Enter"], what: "Abrir, ou enviar a mensagem" },
  { keys: ["Esc"], what: "Fechar o que está aberto" },
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-md p-6">
        <DialogTitle>Atalhos de teclado</DialogTitle>
        <DialogDescription>Valem em todas as telas, fora dos campos de texto.</DialogDescription>
        <dl className="mt-5 grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3 text-sm">
          {SHORTCUTS.map(({ keys, what }) => (
            <div key={what} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="min-w-7 rounded-md border border-border bg-accent px-1.5 py-0.5 text-center font-sans text-xs"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
