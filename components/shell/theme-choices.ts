import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import type { Theme } from "./theme";

export const themeChoices: Record<Theme, { label: string; icon: LucideIcon }> = {
  system: { label: "Tema do sistema", icon: Monitor },
  light: { label: "Tema claro", icon: Sun },
  dark: { label: "Tema escuro", icon: Moon },
};
