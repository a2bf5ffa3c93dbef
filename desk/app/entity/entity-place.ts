import type { Field } from '@ceiba/contract/desk/fields';
import type { ComponentType } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { DeskAction } from '../actions/desk-action.ts';
import type { Crumb } from '../shell/page-head.tsx';
import type { EntityDetail } from './entity-client.ts';

/** The addresses of an entity's pages, and what these pages show in addition to its fields. */
export interface EntityPlace {
  /**
   * The address of the list, below /admin. The editor's address ends with the key. The address of the form for a new entity ends with a plus sign.
   */
  path: string;
  /** Pages above the list. */
  above?: readonly Crumb[];
  /** Pages that the list links to. */
  links?: readonly Crumb[];
  /** Actions that send a separate call instead of the form. */
  verbs?: EntityVerbs;
  /** Special controls, by the name of their field. */
  controls?: Readonly<Record<string, ComponentType<EntityControl>>>;
  /** Links next to the list's button for a new row. */
  listActions?: ComponentType;
  /**
   * A preview card that shows a typed text as its readers will see it, for example a mail. The card gets only texts, including the texts of fixed
   * fields.
   */
  trial?: EntityTrial;
  /** Cards below the form, for other data of the stored row. */
  cards?: EntityCards;
  /** A card that draws the unsaved row as a part of the shop, at two screen widths. The card gets the form itself, and the stored row. */
  preview?: ComponentType<Omit<EntityControl, 'name' | 'field'>>;
}

/** `texts`: the texts of the form's fields and of the fields that cannot be edited. */
export type EntityTrial = ComponentType<{ texts: Readonly<Record<string, string>> }>;

export type EntityCards = ComponentType<{ row: EntityDetail }>;

/** The form of an entity: its fields as typed texts. */
export type EntityForm = UseFormReturn<Record<string, string>>;

export interface EntityControl {
  form: EntityForm;
  name: string;
  field: Field;
  /** The stored row. Undefined in the form of a new row. */
  row: EntityDetail | undefined;
}

/** Parts of an entity's pages that a slice writes by hand. */
export type EntityParts = Pick<EntityPlace, 'controls' | 'preview' | 'listActions' | 'trial' | 'cards'>;

/** The actions of an entity. An action passes the row that its call returned to `keep`, which shows it. */
export type EntityVerbs = (row: EntityDetail, keep: (row: EntityDetail) => void) => readonly DeskAction[];
