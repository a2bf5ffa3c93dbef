import { SCENES } from '../../../../design/visual/illustrations/ceiba-illustrations.mjs';

const FINISH_OF_COLOUR: Readonly<Record<string, string>> = {
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
export const finishOfColour = (colour: string): string => FINISH_OF_COLOUR[colour] ?? 'grafito';

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
