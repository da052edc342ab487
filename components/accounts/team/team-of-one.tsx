import { Handshake } from "lucide-react";
import { EmptyState } from "@/components/shared/feedback/empty-state";

/** Explains to somebody who works alone what a team is good for. */
export function TeamOfOne() {
  return (
    <EmptyState
      icon={Handshake}
      title="Por enquanto é só você"
      description="Cada pessoa da equipe entra com o próprio e-mail e senha, vê os mesmos leads e conversas, e faz só o que a função dela permite. O histórico mostra quem fez o quê."
    />
  );
}
