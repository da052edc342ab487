"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SearchBox } from "@/components/shared/table/search-box";
import { adminQueries } from "./admin.queries";
import { AdminTable } from "./admin-table";
import { peopleColumns } from "./people.columns";

/** The accounts, to be found by name, e-mail or number. */
export function PeoplePanel({ className }: { className?: string }) {
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const people = useQuery(adminQueries.people(search, page));
  return (
    <AdminTable
      className={className}
      title="Contas"
      controls={
        <SearchBox
          label="Pesquisar contas"
          value={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      }
      columns={peopleColumns}
      rows={people.data?.users}
      query={people}
      errorTitle="Erro ao carregar as contas"
      emptyText={search === "" ? "Nenhuma conta ainda." : "Nenhuma conta encontrada."}
      skeletonRows={5}
      pager={{
        label: "Páginas de contas",
        page,
        totalPages: people.data?.pagination.total_pages ?? 1,
        onPage: setPage,
      }}
    />
  );
}
