"use client";

import { useCreateCampaign } from "@/components/session/use-create-campaign";
import { lateDialog } from "@/components/shared/feedback/late-code";
import type { LeadSelection } from "./use-lead-selection";

const AddToListDialog = lateDialog(
  async () => (await import("./add-to-list-dialog")).AddToListDialog,
);
const CompleteLeadsDialog = lateDialog(
  async () => (await import("./complete-leads-dialog")).CompleteLeadsDialog,
);
const TagLeadsDialog = lateDialog(async () => (await import("./tag-leads-dialog")).TagLeadsDialog);
const SetOwnDialog = lateDialog(
  async () => (await import("@/components/leads/own-fields/set-own-dialog")).SetOwnDialog,
);
const GiveLeadsDialog = lateDialog(
  async () => (await import("@/components/leads/sellers/give-leads-dialog")).GiveLeadsDialog,
);
const SimilarDialog = lateDialog(
  async () => (await import("@/components/leads/similar/similar-dialog")).SimilarDialog,
);
const MergeDialog = lateDialog(async () => (await import("./merge-dialog")).MergeDialog);
const TypedConfirmation = lateDialog(
  async () => (await import("./typed-confirmation")).TypedConfirmation,
);

/** `campaign-list`: into a list first, for a campaign of more than it takes by their ids. */
export type SelectionDialog =
  | "campaign-list"
  | "complete"
  | "delete"
  | "list"
  | "merge"
  | "own-field"
  | "seller"
  | "similar"
  | "tags";

interface LeadSelectionDialogProps {
  dialog: SelectionDialog;
  selection: LeadSelection;
  deletion: { question: string; confirm: () => void };
  onClose: () => void;
}

/** The dialog of a bulk action that asks for more than a click. */
export function LeadSelectionDialog({
  dialog,
  selection,
  deletion,
  onClose,
}: LeadSelectionDialogProps) {
  const campaigns = useCreateCampaign();
  const finish = () => {
    onClose();
    selection.clear();
  };
  switch (dialog) {
    case "campaign-list":
      return (
        <AddToListDialog selection={selection} onAdded={campaigns.forList} onClose={onClose} />
      );
    case "complete":
      return <CompleteLeadsDialog leads={selection.body} onCompleted={finish} onClose={onClose} />;
    case "delete":
      return (
        <TypedConfirmation
          question={deletion.question}
          word={String(selection.count)}
          onConfirm={() => {
            onClose();
            deletion.confirm();
          }}
          onClose={onClose}
        />
      );
    case "list":
      return <AddToListDialog selection={selection} onClose={onClose} />;
    case "merge":
      return (
        <MergeDialog
          leadIds={(selection.body.lead_ids ?? []).map(Number)}
          onMerged={finish}
          onClose={onClose}
        />
      );
    case "own-field":
      return <SetOwnDialog selection={selection} onClose={onClose} />;
    case "seller":
      return <GiveLeadsDialog selection={selection} onClose={onClose} />;
    case "similar":
      return <SimilarDialog to={selection.body} onClose={onClose} />;
    case "tags":
      return <TagLeadsDialog selection={selection} onClose={onClose} />;
  }
}
