import { type Dice, walk } from './dice.ts';

/** Texts a description is put together from; `{marca}` and `{modelo}` are filled in. */
export interface Story {
  /** One is used, as first paragraph. */
  openers: readonly [string, ...string[]];
  /** Several are used; false entries do not apply to this model. */
  features: readonly (string | false)[];
  /** One is used, at the end. */
  closers: readonly [string, ...string[]];
}

const warranties = [
  'Tiene {meses} meses de garantía en Guatemala.',
  'Lo respaldamos con {meses} meses de garantía.',
  'La garantía es de {meses} meses y se atiende en cualquiera de nuestras tiendas.',
  'Cuenta con {meses} meses de garantía; solo conserva tu factura.',
] as const;

/**
 * Two or three paragraphs, separated by an empty line. `name.turn` is the model's number: neighbours begin differently.
 * `name.months` of warranty; 0: nothing is said about it.
 */
export function describe(
  dice: Dice,
  story: Story,
  name: { brand: string; model: string; turn: number; months: number },
): string {
  const features = dice.shuffle(story.features.filter((feature) => feature !== false)).slice(0, dice.between(4, 5));
  const opener = walk(story.openers, name.turn + Math.floor(name.turn / story.openers.length));
  const closer = dice.pick(story.closers);
  const warranty = name.months === 0 ? '' : ` ${dice.pick(warranties).replace('{meses}', String(name.months))}`;
  const half = Math.ceil(features.length / 2);
  const paragraphs = dice.chance(0.3)
    ? [`${opener} ${features.slice(0, half).join(' ')}`, `${features.slice(half).join(' ')} ${closer}${warranty}`]
    : [opener, features.join(' '), `${closer}${warranty}`];
  return paragraphs.join('\n\n').replaceAll('{marca}', name.brand).replaceAll('{modelo}', name.model);
}
