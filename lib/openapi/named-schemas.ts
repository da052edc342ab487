import type * as z from "zod/mini";
import { SessionUser } from "@/lib/contracts/accounts/auth";
import { CreditStatus } from "@/lib/contracts/accounts/credits";
import { TeamInvitation, TeamPerson } from "@/lib/contracts/accounts/team";
import { UserProfile } from "@/lib/contracts/accounts/users";
import { AuditEntry, DeadLetter } from "@/lib/contracts/backoffice/admin";
import { Billing } from "@/lib/contracts/billing/billing";
import { BillingAlert } from "@/lib/contracts/billing/billing-admin";
import {
  Activity,
  CampaignResults,
  CampaignRun,
  Recipient,
} from "@/lib/contracts/campaigns/activities";
import { Audience, NumberHealth } from "@/lib/contracts/campaigns/campaigns";
import { GeocodeAnswer } from "@/lib/contracts/discovery/geo";
import { Search } from "@/lib/contracts/discovery/searches";
import { DealOutcomes, Forecast } from "@/lib/contracts/insights/deals";
import { EventEntry, EventFunnel, EventReport } from "@/lib/contracts/insights/event-reports";
import { EventLine } from "@/lib/contracts/insights/event-story";
import {
  RestingLead,
  Today,
  UnsentMessage,
  WaitingCampaign,
  WaitingChat,
} from "@/lib/contracts/insights/today";
import { Webhook, WebhookDelivery } from "@/lib/contracts/integrations/webhooks";
import { BoardCard, BoardColumn } from "@/lib/contracts/leads/board";
import { Import, ImportFile } from "@/lib/contracts/leads/imports";
import { LeadContact, MainContact } from "@/lib/contracts/leads/lead-contacts";
import { LeadFilter } from "@/lib/contracts/leads/lead-filter";
import { LeadHistoryEntry } from "@/lib/contracts/leads/lead-history";
import { LeadView } from "@/lib/contracts/leads/lead-views";
import { Lead, LeadDetails, ListedLead } from "@/lib/contracts/leads/leads";
import { List } from "@/lib/contracts/leads/lists";
import { Note } from "@/lib/contracts/leads/notes";
import { OwnField } from "@/lib/contracts/leads/own-fields";
import { LossReason, Stage } from "@/lib/contracts/leads/stages";
import { Tag } from "@/lib/contracts/leads/tags";
import { Task } from "@/lib/contracts/leads/tasks";
import { CannedAnswer } from "@/lib/contracts/messaging/canned-answers";
import { Chat, ChatMessage } from "@/lib/contracts/messaging/chat";
import { FoundMessage } from "@/lib/contracts/messaging/chat-search";
import { ChatTemplate } from "@/lib/contracts/messaging/chat-templates";
import { WhatsappContact } from "@/lib/contracts/messaging/contacts";
import { OptOut } from "@/lib/contracts/messaging/opt-outs";
import { Suggestion } from "@/lib/contracts/messaging/suggestions";
import { WhatsappInstance } from "@/lib/contracts/messaging/whatsapp";
import { ApiToken } from "@/lib/contracts/platform/api-tokens";
import { ActiveSession } from "@/lib/contracts/platform/sessions";
import { Radar, RadarFinding } from "@/lib/contracts/radar/radars";
import {
  RegistryCompany,
  RegistryCompanyDetails,
  RegistryFilter,
} from "@/lib/contracts/registry/registry";
import { RegistryImport } from "@/lib/contracts/registry/registry-imports";
import { CreditsInfo, ErrorBody } from "@/lib/contracts/shared/error-body";
import { Pagination } from "@/lib/contracts/shared/fields";

/** The schemas that the document names: what several endpoints answer, or what is worth a name in a client. */
export const NAMED_SCHEMAS: Record<string, z.core.$ZodType> = {
  Activity,
  ActiveSession,
  ApiToken,
  Audience,
  AuditEntry,
  Billing,
  BoardCard,
  BoardColumn,
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
  EventLine,
  EventReport,
  FoundMessage,
  GeocodeAnswer,
  Import,
  ImportFile,
  Lead,
  LeadContact,
  LeadDetails,
  LeadFilter,
  LeadHistoryEntry,
  LeadView,
  List,
  ListedLead,
  LossReason,
  MainContact,
  Note,
  NumberHealth,
  OptOut,
  OwnField,
  Pagination,
  Recipient,
  Radar,
  RadarFinding,
  RegistryCompany,
  RegistryCompanyDetails,
  RegistryFilter,
  RegistryImport,
  Search,
  SessionUser,
  Suggestion,
  Stage,
  Tag,
  Task,
  TeamInvitation,
  TeamPerson,
  DealOutcomes,
  Forecast,
  RestingLead,
  Today,
  UnsentMessage,
  UserProfile,
  WaitingCampaign,
  WaitingChat,
  Webhook,
  WebhookDelivery,
  WhatsappContact,
  WhatsappInstance,
};
