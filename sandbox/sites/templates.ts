import type { Page } from "./page";
import {
  landing,
  links,
  microdata,
  minified,
  onepage,
  shop,
  social,
  untitled,
  wordpress,
} from "./templates-new";
import { blog, frameset, frontpage, tables, unclosed, xhtml } from "./templates-old";

/** Page templates in the styles of different authors and eras, by the name used in recipes. */
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
  untitled,
  wordpress,
  xhtml,
};
