"use client";

import { X } from "lucide-react";
import { TagInput } from "@/components/leads/leads/tag-input";
import { useTags } from "@/components/leads/leads/tags.queries";
import { MOST_TAGS_AT_ONCE } from "@/lib/domain/leads/tags";

interface ImportTagsProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}

/** Names of tags are the same in upper and lower case. */
const toKey = (name: string) => name.toLowerCase();

/** Tags for all leads of a file, also for those that exist; they are made when the import starts. */
export function ImportTags({ tags, onChange }: ImportTagsProps) {
  const known = useTags();
  const chosen = new Set(tags.map(toKey));
  const taken = known.filter(({ name }) => chosen.has(toKey(name))).map(({ id }) => id);
  return (
    <div className="space-y-2">
      <p className="font-medium text-sm">Etiquetar tudo com…</p>
      {tags.length > 0 && (
        <ul aria-label="Etiquetas da importação" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex h-8 max-w-full items-center rounded-md bg-accent pl-2 text-sm"
            >
              <span className="truncate">{tag}</span>
              <button
                type="button"
                aria-label={`Tirar ${tag}`}
                onClick={() => onChange(tags.filter((each) => each !== tag))}
                className="grid size-8 place-items-center rounded-md hover:text-danger-text"
              >
                <X className="size-3.5" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {tags.length < MOST_TAGS_AT_ONCE && (
        <TagInput
          label="Etiqueta para todos os leads do arquivo"
          taken={taken}
          loading={false}
          onAdd={(name) => !chosen.has(toKey(name)) && onChange([...tags, name])}
        />
      )}
    </div>
  );
}
