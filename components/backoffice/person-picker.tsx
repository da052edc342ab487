"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Modal } from "@/components/shared/feedback/modal";
import { SearchBox } from "@/components/shared/table/search-box";
import { adminQueries } from "./admin.queries";
import { AdminList } from "./admin-list";
import { NAMELESS } from "./people.columns";

interface PersonPickerProps {
  title: string;
  description: string;
  onChoose: (person: { id: number; name: string }) => void;
  onClose: () => void;
}

/** Finds an account for an administrator's action, by name or e-mail. */
export function PersonPicker({ title, description, onChoose, onClose }: PersonPickerProps) {
  const [search, setSearch] = useState("");
  const people = useQuery(adminQueries.people(search, 1));
  return (
    <Modal onClose={onClose} title={title} description={description}>
      <div className="mb-3 flex">
        <SearchBox label="Pesquisar pessoas" value={search} onSearch={setSearch} debounceMs={250} />
      </div>
      <AdminList
        query={people}
        rows={people.data?.users}
        emptyText="Nenhuma conta encontrada."
        errorTitle="Erro ao carregar as contas"
      >
        {({ id, name, email }) => (
          <button
            type="button"
            onClick={() => onChoose({ id, name: name || NAMELESS })}
            className="-mx-2 -my-1.5 flex min-w-0 flex-1 items-center gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-accent"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium text-sm">{name || NAMELESS}</span>
              <span className="block truncate text-[0.8125rem] text-muted-foreground">{email}</span>
            </span>
            <ChevronRight className="size-4 shrink-0 text-muted-foreground" aria-hidden />
          </button>
        )}
      </AdminList>
    </Modal>
  );
}
