"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Page } from "@/components/shared/layout/page";
import { profilePaths } from "@/lib/paths";
import { ProfileDetails } from "./profile-details";
import { ProfileIndex } from "./profile-index";

/**
 * The profile with one of its sections. Unsaved changes of the first section stay while another one is shown: the first
 * one is hidden, not unmounted.
 */
export function ProfileScreen({ children }: { children: ReactNode }) {
  const isFirst = usePathname() === profilePaths.details;
  const [isUnsaved, setUnsaved] = useState(false);
  return (
    <Page
      title="Meu Perfil"
      description="Quem você é, o que vende e o que espera de cada conversa."
    >
      <div className="grid grid-cols-1 gap-x-10 gap-y-5 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <ProfileIndex isUnsaved={isUnsaved} />
        <div className="min-w-0 max-w-4xl">
          <div hidden={!isFirst}>
            <ProfileDetails onUnsaved={setUnsaved} />
          </div>
          {children}
        </div>
      </div>
    </Page>
  );
}
