import type { Dice } from '../dice.ts';
import type { Drawing } from '../illustrations/ceiba-illustrations.mjs';
import { SCENES } from '../illustrations/ceiba-illustrations.mjs';
import type { Story } from '../story.ts';

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

const finishes: Readonly<Record<string, string>> = {
  Negro: 'negro',
  Blanco: 'perla',
  Azul: 'medianoche',
  Verde: 'jade',
  Plata: 'plata',
  Morado: 'lila',
  Gris: 'grafito',
  Rosado: 'coral',
  Rojo: 'carmesi',
  Beige: 'arena',
  Acero: 'plata',
  'Acero inoxidable': 'plata',
  Espejo: 'negro',
};

/** Finish of the drawing for a colour of the catalogue brief. */
export const finishOfColour = (colour: string): string => finishes[colour] ?? 'grafito';

/** Picture on the screen of model `turn`: neighbours differ in scene and in palette. */
export const screenOf = (turn: number): { scene: string; pal: number } => ({
  scene: SCENES[turn % SCENES.length] ?? 'mar',
  pal: (turn * 3 + Math.floor(turn / 7)) % 7,
});

/** At most two of the shapes per brand, so that a brand has a line one recognises. */
export function shapeOf(brand: string, turn: number, shapes: readonly [string, ...string[]]): string {
  const first = [...brand].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return shapes[(first + (turn % 2)) % shapes.length] ?? shapes[0];
}
