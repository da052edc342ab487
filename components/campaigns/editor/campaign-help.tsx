import { Lightbulb } from "lucide-react";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";

const howItWorks = [
  "Sem repetição, só são usados leads que nunca foram contatados.",
  "Com repetição, são usados todos os leads, menos os que falharam antes.",
  "Sem listas selecionadas, todas as listas são consideradas.",
  "Quem responde SAIR ou PARAR não recebe mais mensagens.",
];

const tips = [
  "Contas novas: comece com 5-10 leads e aumente aos poucos.",
  "Use variáveis como {{nome}} e {{empresa}}: mensagens pessoais têm mais resposta.",
  "Com {{nome|amigo}}, quem não tem o dado recebe o texto depois da barra. Vale também para os campos da conta.",
  "Escreva mais de uma variação para não enviar sempre o mesmo texto.",
];

export function CampaignHelp() {
  return (
    <Card aria-label="Ajuda e dicas">
      <CardHeader>
        <CardTitle>Como funciona</CardTitle>
      </CardHeader>
      <CardContent>
        <Lines lines={howItWorks} />
        <h3 className="mt-5 mb-2 flex items-center gap-2 font-semibold text-sm">
          <Lightbulb className="size-4 text-primary-text" aria-hidden />
          Dicas
        </h3>
        <Lines lines={tips} />
      </CardContent>
    </Card>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="list-disc space-y-1.5 pl-4 text-muted-foreground marker:text-input">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
