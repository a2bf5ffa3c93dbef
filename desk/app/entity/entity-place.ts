import type { Field } from '@ceiba/contract/desk/fields';
import type { ComponentType } from 'react';
import type { UseFormReturn } from 'react-hook-form';
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
  /** Controls of fields that need one of their own. */
  controls?: Readonly<Record<string, ComponentType<EntityControl>>>;
  /** Links beside the list's button for a new row. */
  listActions?: ComponentType;
  /** Shows the effect of typed texts before they are saved. */
  trial?: EntityTrial;
  /** Cards below the form, with things that belong to the row. */
  cards?: EntityCards;
  /** Shows what the form holds, before it is saved. */
  preview?: ComponentType<Omit<EntityControl, 'name' | 'field'>>;
}

/** `texts`: those of the form, and of the fields that are fixed. */
export type EntityTrial = ComponentType<{ texts: Readonly<Record<string, string>> }>;

export type EntityCards = ComponentType<{ row: EntityDetail }>;

/** The form of an entity: its fields as typed texts. */
export type EntityForm = UseFormReturn<Record<string, string>>;

export interface EntityControl {
  form: EntityForm;
  name: string;
  field: Field;
  /** The stored row; undefined: the form is of a new one. */
  row: EntityDetail | undefined;
}

/** Parts of an entity's pages that a slice writes by hand. */
export type EntityParts = Pick<EntityPlace, 'controls' | 'preview' | 'listActions' | 'trial' | 'cards'>;

/** The actions of an entity. `keep` shows the answers of their calls. */
export type EntityVerbs = (row: EntityDetail, keep: (row: EntityDetail) => void) => readonly DeskAction[];
