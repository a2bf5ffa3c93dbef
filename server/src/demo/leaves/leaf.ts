import type { Drawing } from '../../../../design/visual/illustrations/ceiba-illustrations.mjs';
import type { Dice } from '../dice.ts';

/** Value of an attribute by the attribute's slug in the catalogue brief; every attribute of the leaf is given. */
export type AttributeValues = Readonly<Record<string, string | number>>;

/** What a leaf is told when it makes up a model. */
export interface Turn {
  dice: Dice;
  /** Number of the model within the leaf, from 0: walk lists with it, so that all their members appear. */
  turn: number;
  brand: string;
  /** Family name the brand uses for models of this leaf. */
  line: string;
  /** Empty in the demo shop; digits that keep model names apart in a very large catalogue. */
  serial: string;
}

/** Texts a description is put together from; `{marca}` and `{modelo}` are filled in. */
export interface Story {
  /** One is used, as first paragraph. */
  openers: readonly [string, ...string[]];
  /** Several are used; false entries do not apply to this model. */
  features: readonly (string | false)[];
  /** One is used, at the end. */
  closers: readonly [string, ...string[]];
}

/** A model before it has sku, stock or offers. */
export interface Draft {
  model: string;
  title: string;
  values: AttributeValues;
  /** Price in quetzales before it is rounded to a shelf price and kept within the leaf's range. */
  quetzales: number;
  /** More than one: the model is sold in these colours, each its own product. */
  colours?: readonly string[];
  /** Attribute that carries the colour when there are several. */
  colourSlug?: string;
  drawing: Drawing;
  story: Story;
}

/** How to make up products of one leaf category. */
export interface Leaf {
  path: string;
  skuPrefix: string;
  /** Models in the demo shop. */
  models: number;
  brands: readonly [string, ...string[]];
  lines: readonly [string, ...string[]];
  /** Pictures after the main one. */
  views: readonly string[];
  draft(turn: Turn): Draft;
}

/** The brief's word for a boolean. */
export const yesNo = (value: boolean): 'Sí' | 'No' => (value ? 'Sí' : 'No');

/** First letter in lower case, for an attribute value in the middle of a title. */
export const midTitle = (value: string): string => value.charAt(0).toLowerCase() + value.slice(1);
