/** The input of a template. */
export interface Page {
  kind: "home" | "contact" | "about" | "privacy";
  name: string;
  heading: string;
  city: string;
  uf: string;
  host: string;
  head: string;
  body: string;
  footer: string;
  menu: readonly { href: string; label: string }[];
}
