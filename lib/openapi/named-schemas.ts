import type * as z from "zod/mini";
import { Activity, CampaignResults, CampaignRun, Recipient } from "@/lib/contracts/activities";
import { AuditEntry, DeadLetter } from "@/lib/contracts/admin";
import { ApiToken } from "@/lib/contracts/api-tokens";
import { SessionUser } from "@/lib/contracts/auth";
import { Billing } from "@/lib/contracts/billing";
import { BillingAlert } from "@/lib/contracts/billing-admin";
import { Audience, NumberHealth } from "@/lib/contracts/campaigns";
import { CannedAnswer } from "@/lib/contracts/canned-answers";
import { Chat, ChatMessage } from "@/lib/contracts/chat";
import { FoundMessage } from "@/lib/contracts/chat-search";
import { ChatTemplate } from "@/lib/contracts/chat-templates";
import { WhatsappContact } from "@/lib/contracts/contacts";
import { CreditStatus } from "@/lib/contracts/credits";
import { CreditsInfo, ErrorBody } from "@/lib/contracts/error-body";
import { EventEntry, EventFunnel, EventReport } from "@/lib/contracts/events";
import { Pagination } from "@/lib/contracts/fields";
import { GeocodeAnswer } from "@/lib/contracts/geo";
import { Import, ImportFile } from "@/lib/contracts/imports";
import { LeadFilter } from "@/lib/contracts/lead-filter";
import { LeadHistoryEntry } from "@/lib/contracts/lead-history";
import { LeadView } from "@/lib/contracts/lead-views";
import { Lead, LeadDetails } from "@/lib/contracts/leads";
import { List } from "@/lib/contracts/lists";
import { OptOut } from "@/lib/contracts/opt-outs";
import { RegistryCompany, RegistryCompanyDetails, RegistryFilter } from "@/lib/contracts/registry";
import { RegistryImport } from "@/lib/contracts/registry-imports";
import { Search } from "@/lib/contracts/searches";
import { ActiveSession } from "@/lib/contracts/sessions";
import { Suggestion } from "@/lib/contracts/suggestions";
import { UserProfile } from "@/lib/contracts/users";
import { Webhook, WebhookDelivery } from "@/lib/contracts/webhooks";
import { WhatsappInstance } from "@/lib/contracts/whatsapp";

/** The schemas that the document names: what several endpoints answer, or what is worth a name in a client. */
export const NAMED_SCHEMAS: Record<string, z.core.$ZodType> = {
  Activity,
  ActiveSession,
  ApiToken,
  Audience,
  AuditEntry,
  Billing,
  BillingAlert,
  CampaignResults,
  CampaignRun,
  CannedAnswer,
  Chat,
  ChatMessage,
  ChatTemplate,
  CreditStatus,
  CreditsInfo,
  DeadLetter,
  Error: ErrorBody,
  EventEntry,
  EventFunnel,
  EventReport,
  FoundMessage,
  GeocodeAnswer,
  Import,
  ImportFile,
  Lead,
  LeadDetails,
  LeadFilter,
  LeadHistoryEntry,
  LeadView,
  List,
  NumberHealth,
  OptOut,
  Pagination,
  Recipient,
  RegistryCompany,
  RegistryCompanyDetails,
  RegistryFilter,
  RegistryImport,
  Search,
  SessionUser,
  Suggestion,
  UserProfile,
  Webhook,
  WebhookDelivery,
  WhatsappContact,
  WhatsappInstance,
};
