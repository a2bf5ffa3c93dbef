import { walk } from '../dice.ts';
import { type Leaf, midTitle, yesNo } from './leaf.ts';

const sizes = ['Queen', 'Matrimonial', 'King', 'Imperial', 'Semimatrimonial', 'Queen'] as const;
const sizePrice: Readonly<Record<string, number>> = {
  Semimatrimonial: 0.7,
  Imperial: 0.82,
  Matrimonial: 1,
  Queen: 1.25,
  King: 1.55,
};
const types = [
  { type: 'Resortes independientes', base: 2499, height: [26, 32], code: 'Resortes' },
  { type: 'Espuma', base: 1099, height: [15, 20], code: 'Espuma' },
  { type: 'Memory foam', base: 2999, height: [22, 30], code: 'Memory' },
  { type: 'Resortes Bonnell', base: 1599, height: [20, 26], code: 'Bonnell' },
  { type: 'Híbrido', base: 3799, height: [28, 38], code: 'Híbrido' },
] as const;

export const colchones: Leaf = {
  path: 'hogar/dormitorio/colchones',
  skuPrefix: 'COL',
  models: 12,
  brands: ['Durmelia', 'Nubilaro', 'Hogarixa'],
  lines: ['Siesta', 'Luna', 'Calma', 'Algodón', 'Reposo', 'Nido'],
  views: ['ambiente', 'detalle'],
  draft({ dice, turn, brand, line, serial }) {
    const size = walk(sizes, turn);
    const kind = walk(types, turn);
    const height = dice.between(kind.height[0], kind.height[1]);
    const pillow = height >= 28 && dice.chance(0.6);
    const twoSided = !pillow && kind.base < 2000 && dice.chance(0.6);
    const withBase = dice.chance(0.3);
    const firmness =
      kind.type === 'Memory foam'
        ? dice.pick(['Suave', 'Media'])
        : dice.pick(['Media', 'Firme', 'Extra firme', 'Firme']);
    const model = `${line} ${kind.code === 'Híbrido' ? 'Max' : kind.code === 'Memory' ? 'Zen' : kind.code === 'Espuma' ? 'Uno' : kind.code === 'Bonnell' ? 'Clásico' : 'Plus'} ${height}${serial}`;
    return {
      model,
      title: `Colchón ${size} ${midTitle(kind.type)} ${brand} ${model}`,
      values: {
        tamano: size,
        tipo: kind.type,
        firmeza: firmness,
        altura: height,
        'doble-cara': yesNo(twoSided),
        'pillow-top': yesNo(pillow),
        tela: kind.base > 2900 ? dice.pick(['Bambú', 'Punto']) : dice.pick(['Poliéster', 'Punto']),
        'incluye-base': yesNo(withBase),
      },
      quetzales:
        kind.base * (sizePrice[size] ?? 1) + (pillow ? 350 : 0) + (withBase ? 750 : 0) + (height - kind.height[0]) * 35,
      drawing: {
        kind: 'mattress',
        variant: withBase ? 'base' : pillow ? 'pillow' : 'liso',
        finish: dice.pick(['perla', 'perla', 'arena', 'cielo', 'plata']),
      },
      story: {
        openers: [
          `Pasamos un tercio de la vida acostados; vale la pena elegir bien. El {marca} {modelo} en medida ${size} descansa la espalda y no se hunde en el centro.`,
          `El {modelo} de {marca} tiene ${height} cm de altura y una firmeza ${firmness.toLowerCase()} que se agradece después de un día largo.`,
          'Acostarse en el {marca} {modelo} es como volver a casa después de un viaje: todo queda en su lugar.',
          'Hay noches cortas que rinden como largas. El {marca} {modelo} distribuye el peso y reduce las vueltas de la madrugada.',
        ],
        features: [
          kind.type === 'Resortes independientes' &&
            'Cada resorte se mueve por su cuenta: si tu pareja se levanta, tú sigues durmiendo.',
          kind.type === 'Resortes Bonnell' &&
            'Los resortes Bonnell dan un soporte firme y ventilan bien en clima cálido.',
          kind.type === 'Memory foam' && 'La espuma con memoria se adapta a tu forma y alivia hombros y cadera.',
          kind.type === 'Espuma' && 'La espuma de alta densidad mantiene su forma y pesa poco al mover la cama.',
          kind.type === 'Híbrido' && 'Combina resortes y espuma: el apoyo de unos y la suavidad de la otra.',
          pillow && 'La capa pillow top agrega un colchoncito extra que se siente desde el primer minuto.',
          twoSided && 'Se puede usar por ambos lados; gíralo cada tres meses.',
          withBase && 'Incluye la base tapizada, así que llega listo para tender.',
          'La tela respira y ayuda a mantener una temperatura fresca.',
          'Los bordes reforzados permiten sentarse en la orilla sin resbalar.',
        ],
        closers: [
          'Tiene cinco años de garantía contra hundimientos. Ventílalo unas horas al desempacarlo.',
          'Llega protegido con bolsa plástica; nuestro equipo lo sube hasta el dormitorio cuando el acceso lo permite.',
          'Usa un protector de colchón para conservar la garantía.',
        ],
      },
    };
  },
};
