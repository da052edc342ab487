"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { useHydrated } from "@/components/shared/state/use-hydrated";
import { Button } from "@/components/ui/button";
import { AdminPage } from "./admin-page";
import { PeoplePanel } from "./people-panel";

const CreateAccountDialog = lateDialog(
  async () => (await import("./create-account-dialog")).CreateAccountDialog,
);

export function PeopleScreen() {
  const hydrated = useHydrated();
  const [creating, setCreating] = useState(false);
  return (
    <AdminPage
      actions={
        <Button disabled={!hydrated} onClick={() => setCreating(true)}>
          <UserPlus aria-hidden />
          Criar conta
        </Button>
      }
    >
      <PeoplePanel />
      {creating && <CreateAccountDialog onClose={() => setCreating(false)} />}
    </AdminPage>
  );
}
