import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { paths } from "@/lib/paths";
import { useCan } from "./session-context";
import { ASK_AN_OWNER } from "./use-pro-feature";

interface PlansLinkProps extends Pick<ComponentProps<typeof Button>, "size" | "variant"> {
  label?: string;
}

/** Leads to the plans. Whoever cannot buy one is told who can. */
export function PlansLink({ label = "Ver planos PRO", ...button }: PlansLinkProps) {
  if (!useCan("owner")) return <p className="text-muted-foreground text-sm">{ASK_AN_OWNER}</p>;
  return (
    <Button asChild {...button}>
      <Link href={paths.subscription}>{label}</Link>
    </Button>
  );
}
