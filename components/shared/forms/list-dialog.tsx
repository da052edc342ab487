"use client";

import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

interface Item {
  id: number;
  name: string;
}

interface ListDialogProps<T extends Item> {
  title: string;
  description: string;
  onClose: () => void;
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown };
  /** The title of the error that is shown when the items cannot be loaded. */
  failure: string;
  /** In their order; undefined while they are not known. */
  items: readonly T[] | undefined;
  most: number;
  addLabel: string;
  removeLabel: string;
  /** Shown instead of an empty list. */
  empty?: string;
  onReorder: (ids: number[]) => void;
  renderRow: (item: T) => ReactNode;
  /** Null for a new one. */
  renderForm: (item: T | null, form: ListDialogForm) => ReactNode;
  renderRemoval: (item: T, onDone: () => void) => ReactNode;
  /** Below the list. */
  children?: ReactNode;
}

interface ListDialogForm {
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

type Task<T> = { kind: "write"; item: T | null } | { kind: "remove"; id: number };

/** A list that the account keeps: items are added, changed, put in order and removed, one at a time. */
export function ListDialog<T extends Item>(props: ListDialogProps<T>) {
  const { query, items = [], most, addLabel, removeLabel, onReorder } = props;
  const [task, setTask] = useState<Task<T> | null>(null);
  const [isDirty, setIsDirty] = useState(false);
  const done = () => {
    setTask(null);
    setIsDirty(false);
  };
  // Its current state, which may change while the dialog asks. A form keeps the item that it was opened with: what is typed
  // stays, even if somebody else removes the item.
  const removed = task?.kind === "remove" && items.find(({ id }) => id === task.id);

  function move(at: number, by: -1 | 1) {
    const ids = items.map(({ id }) => id);
    const [moved] = ids.splice(at, 1);
    if (moved === undefined) return;
    ids.splice(at + by, 0, moved);
    onReorder(ids);
  }

  const renderList = () => (
    <>
      {items.length === 0 && props.empty && (
        <p className="py-4 text-muted-foreground text-sm">{props.empty}</p>
      )}
      <ol className="divide-y divide-border">
        {items.map((item, at) => {
          const actions = [
            { label: "Subir", icon: ArrowUp, disabled: at === 0, run: () => move(at, -1) },
            {
              label: "Descer",
              icon: ArrowDown,
              disabled: at === items.length - 1,
              run: () => move(at, 1),
            },
            { label: "Editar", icon: Pencil, run: () => setTask({ kind: "write", item }) },
            {
              label: removeLabel,
              icon: Trash2,
              run: () => setTask({ kind: "remove", id: item.id }),
            },
          ];
          return (
            <li key={item.id} className="flex items-center gap-1 py-2">
              <div className="min-w-0 flex-1">{props.renderRow(item)}</div>
              {actions.map(({ label, icon: Icon, disabled, run }) => (
                <Button
                  key={label}
                  variant="ghost"
                  size="icon"
                  aria-label={`${label} ${item.name}`}
                  disabled={disabled}
                  onClick={run}
                >
                  <Icon aria-hidden />
                </Button>
              ))}
            </li>
          );
        })}
      </ol>
      {props.children}
    </>
  );

  return (
    <Modal
      title={props.title}
      description={props.description}
      onClose={props.onClose}
      isDirty={isDirty}
      footer={
        task?.kind !== "write" &&
        !removed && (
          <Button
            variant="outline"
            className="w-full"
            disabled={items.length >= most}
            onClick={() => setTask({ kind: "write", item: null })}
          >
            <Plus aria-hidden />
            {addLabel}
          </Button>
        )
      }
    >
      {task?.kind === "write" ? (
        props.renderForm(task.item, { onDirty: setIsDirty, onDone: done })
      ) : removed ? (
        props.renderRemoval(removed, done)
      ) : query.isError ? (
        <ErrorState
          title={props.failure}
          onRetry={query.refetch}
          retrying={query.isFetching}
          className="py-4"
        />
      ) : props.items ? (
        renderList()
      ) : (
        <Skeleton className="h-60 w-full" />
      )}
    </Modal>
  );
}
