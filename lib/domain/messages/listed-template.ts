import type { TemplateContent, TemplateUnusable } from "./whatsapp-template";

/** What a message is charged as. */
export interface MessageCharge {
  /** In the words of the templates' categories: MARKETING. */
  category: string;
  billable: boolean;
  pricingModel: string | null;
  kind: string | null;
}

/** What may change of a template; null stays as it is. */
export interface TemplateChange {
  status: string | null;
  category: string | null;
  quality: string | null;
  reason: string | null;
}

/** A template in any state; one that cannot be sent from here has no content, but the reason. */
export type ListedTemplate = {
  name: string;
  language: string;
  /** The provider's words, new ones among them: MARKETING, APPROVED, GREEN. */
  category: string;
  status: string;
  quality: string | null;
  /** Why it was rejected, in the provider's words. */
  reason: string | null;
} & ({ content: TemplateContent; unusable: null } | { content: null; unusable: TemplateUnusable });
