"use client";

import { useMemo } from "react";
import { SMALL_WINDOW, useMediaQuery } from "@/components/shared/state/use-media-query";
import { useStoredState } from "@/components/shared/state/use-stored-state";
import type { OwnField } from "@/lib/contracts/leads/own-fields";
import { LEAD_COLUMNS } from "@/lib/domain/leads/lead-view";
import { ownColumn } from "@/lib/domain/leads/own-fields";
import { HIDDEN_BY_DEFAULT, HIDDEN_ON_PHONE } from "./leads.columns";

type Visibility = Record<string, boolean>;
const NOTHING_CHOSEN: Visibility = {};

/** The columns shown in this browser. A phone's cards have a separate choice, because they show less. */
export function useLeadColumns(ownFields: readonly OwnField[]) {
  const isPhone = useMediaQuery(SMALL_WINDOW);
  const [wide, chooseWide] = useStoredState<Visibility>("leadsColumns", NOTHING_CHOSEN);
  const [phone, choosePhone] = useStoredState<Visibility>("leadsColumnsPhone", NOTHING_CHOSEN);
  return useMemo(() => {
    const ownColumns = ownFields.map(({ key }) => ownColumn(key));
    const hiddenOwn = Object.fromEntries(ownColumns.map((name) => [name, false]));
    const names = [...LEAD_COLUMNS, ...ownColumns];
    return {
      visibility: isPhone
        ? { ...HIDDEN_ON_PHONE, ...hiddenOwn, ...phone }
        : ({ ...HIDDEN_BY_DEFAULT, ...hiddenOwn, ...wide } as Visibility),
      /** The user chose these columns. */
      areChosen: Object.keys(isPhone ? phone : wide).length > 0,
      choose: isPhone ? choosePhone : chooseWide,
      /** The columns that a view stores: those of the wide table, even if it is saved on a phone. */
      shown: names.filter((name) => isShown({ ...HIDDEN_BY_DEFAULT, ...hiddenOwn, ...wide }, name)),
      show: (columns: readonly string[]) =>
        chooseWide(Object.fromEntries(names.map((name) => [name, columns.includes(name)]))),
    };
  }, [isPhone, wide, phone, chooseWide, choosePhone, ownFields]);
}

function isShown(visibility: Visibility, name: string): boolean {
  return visibility[name] !== false;
}
