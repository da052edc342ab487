import type { ReactNode } from "react";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";

interface AdminSectionProps {
  title: string;
  description: string;
  className?: string | undefined;
  children: ReactNode;
}

export function AdminSection({ title, description, className, children }: AdminSectionProps) {
  return (
    <Card aria-label={title} className={className}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent>
        <p className="-mt-2 mb-4 text-pretty text-muted-foreground text-sm">{description}</p>
        {children}
      </CardContent>
    </Card>
  );
}
