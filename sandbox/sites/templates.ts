import type { Page } from "./page";
import {
  landing,
  links,
  microdata,
  minified,
  onepage,
  shop,
  social,
  wordpress,
} from "./templates-new";
import { blog, frameset, frontpage, tables, unclosed, xhtml } from "./templates-old";

/** Fourteen hands writing HTML, by the name a recipe calls them. */
export const TEMPLATES: Readonly<Record<string, (page: Page, path: string) => string>> = {
  blog,
  frames: frameset,
  frontpage,
  landing,
  links,
  microdata,
  minified,
  onepage,
  shop,
  social,
  tables,
  unclosed,
  wordpress,
  xhtml,
};
