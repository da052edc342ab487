import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { adminMutations } from "./admin.queries";

/** Asks for a confirmation, and deletes a billing record. */
export function useBillingRemoval(): (record: { id: number }) => void {
  const { mutate } = useMutation(adminMutations.deleteBilling(useQueryClient()));
  return useCallback(
    ({ id }) =>
      confirmToast(`Tem certeza que deseja excluir o registro de cobrança ${id}?`, () =>
        mutate(id, {
          onSuccess: () => notifySuccess(`Registro de cobrança ${id} excluído com sucesso!`),
        }),
      ),
    [mutate],
  );
}
