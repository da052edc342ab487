import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { describeBelongings } from "./describe-belongings";
import { handoverMutations } from "./team.queries";

/** Gives back what was passed on, and says how much of it came back. */
export function useHandoverUndo() {
  return useMutation({
    ...handoverMutations.undo(useQueryClient()),
    onSuccess: ({ returned }) => notifySuccess(`Voltou: ${describeBelongings(returned)}.`),
  });
}
