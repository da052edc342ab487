"use client";

import { Plus } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useDirtyForm } from "@/components/shared/feedback/use-close-question";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { TAG_NAME_MAX_LENGTH } from "@/lib/domain/leads/tags";
import { useTags } from "./tags.queries";

interface TagInputProps {
  label: string;
  /** Names that are not proposed. */
  taken: readonly number[];
  loading: boolean;
  onAdd: (name: string) => void;
}

/** Takes the name of a tag, completed from the ones that there are; a new one is made. */
export function TagInput({ label, taken, loading, onAdd }: TagInputProps) {
  const listId = useId();
  const [name, setName] = useState("");
  useDirtyForm(name.trim() !== "");
  const others = useTags().filter(({ id }) => !taken.includes(id));

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = name.replaceAll(",", " ").trim();
    if (typed === "") return;
    onAdd(typed);
    setName("");
  }

  return (
    <form onSubmit={submit} aria-label={label} className="flex gap-2">
      <Input
        aria-label={label}
        placeholder={label}
        list={listId}
        value={name}
        maxLength={TAG_NAME_MAX_LENGTH}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <datalist id={listId}>
        {others.map((tag) => (
          <option key={tag.id} value={tag.name} />
        ))}
      </datalist>
      <Button type="submit" variant="outline" loading={loading} disabled={name.trim() === ""}>
        {!loading && <Plus aria-hidden />}
        Etiquetar
      </Button>
    </form>
  );
}
