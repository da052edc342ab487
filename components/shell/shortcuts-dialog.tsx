"use client";

import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";

interface Shortcut {
  keys: string[];
  what: string;
}

const EVERYWHERE: Shortcut[] = [
  { keys: ["Ctrl", "K"], what: "Ir para uma tela, lead, lista ou campanha" },
  { keys: ["G", "H"], what: "Abrir a tela Hoje" },
  { keys: ["?"], what: "Mostrar estes atalhos" },
  { keys: ["/"], what: "Pesquisar na lista da tela" },
  { keys: ["Tab"], what: "Ir para o próximo campo ou botão" },
  { keys: ["↑", "↓"], what: "Andar pelas conversas e pelos menus" },
  { keys: ["Enter"], what: "Abrir, ou enviar a mensagem" },
  { keys: ["Esc"], what: "Fechar o que está aberto" },
];

const AMONG_LEADS: Shortcut[] = [
  { keys: ["J", "K"], what: "Próximo lead, lead anterior" },
  { keys: ["←", "→"], what: "Andar pelas colunas" },
  { keys: ["Enter"], what: "Editar o campo; Tab vai ao próximo, Esc desiste" },
  { keys: ["Espaço"], what: "Abrir o lead" },
  { keys: ["E"], what: "Mudar a etapa" },
  { keys: ["T"], what: "Nova tarefa" },
  { keys: ["N"], what: "Nova nota" },
  { keys: ["C"], what: "Abrir a conversa" },
  { keys: ["X"], what: "Selecionar" },
  { keys: ["Ctrl", "Z"], what: "Desfazer a última mudança" },
];

const AMONG_ANSWERS: Shortcut[] = [
  { keys: ["J", "K"], what: "Próxima resposta, resposta anterior" },
  { keys: ["Enter"], what: "Abrir a conversa" },
  { keys: ["R"], what: "Responder ali mesmo" },
  { keys: ["E"], what: "Arquivar a conversa" },
  { keys: ["D"], what: "Adiar para amanhã, com uma tarefa" },
  { keys: ["C"], what: "Corrigir o que a resposta diz" },
  { keys: ["Ctrl", "Z"], what: "Desfazer a última mudança" },
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-md p-6">
        <DialogTitle>Atalhos de teclado</DialogTitle>
        <DialogDescription>Valem em todas as telas, fora dos campos de texto.</DialogDescription>
        <ShortcutList shortcuts={EVERYWHERE} />
        <h3 className="mt-6 font-medium text-sm">Na tabela de leads</h3>
        <ShortcutList shortcuts={AMONG_LEADS} />
        <h3 className="mt-6 font-medium text-sm">Nas respostas de Hoje</h3>
        <ShortcutList shortcuts={AMONG_ANSWERS} />
      </DialogContent>
    </Dialog>
  );
}

function ShortcutList({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  return (
    <dl className="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5 text-sm">
      {shortcuts.map(({ keys, what }) => (
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
  );
}
