import Link from "@/components/ui/link";

/** The name of something in a sentence, which leads to it. */
export function NameLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="rounded font-medium text-primary-text underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
