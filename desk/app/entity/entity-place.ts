import type { ComponentType } from 'react';
import type { DeskAction } from '../actions/desk-action.ts';
import type { Crumb } from '../shell/page-head.tsx';
import type { EntityDetail } from './entity-client.ts';

/** The address of an entity's pages, and their content besides its fields. */
export interface EntityPlace {
  /** The address of the list, below /admin. The editor's address appends the key, that of a new entity a plus sign. */
  path: string;
  /** Pages above the list. */
  above?: readonly Crumb[];
  /** Pages that the list links to. */
  links?: readonly Crumb[];
  /** Actions that are separate changes. */
  verbs?: EntityVerbs;
  /** Cards below the form, with things that belong to the row. */
  cards?: EntityCards;
}

export type EntityCards = ComponentType<{ row: EntityDetail }>;

/** The actions of an entity. `keep` shows the answers of their calls. */
export type EntityVerbs = (row: EntityDetail, keep: (row: EntityDetail) => void) => readonly DeskAction[];
