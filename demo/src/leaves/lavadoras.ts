import { walk } from '../dice.ts';
import { finishOfColour, type Leaf, midTitle, yesNo } from './leaf.ts';

const kinds = [
  {
    type: 'Carga superior',
    pounds: [26, 33, 40, 49],
    base: 1999,
    perPound: 52,
    cycles: [8, 14],
    spin: [700, 850],
    art: 'superior',
  },
  {
    type: 'Carga frontal',
    pounds: [33, 40, 49],
    base: 3699,
    perPound: 58,
    cycles: [12, 22],
    spin: [1100, 1400],
    art: 'frontal',
  },
  {
    type: 'Semiautomática',
    pounds: [15, 20, 26],
    base: 999,
    perPound: 34,
    cycles: [3, 4],
    spin: [1300, 1400],
    art: 'superior',
  },
  {
    type: 'Lavadora y secadora',
    pounds: [40, 49, 55],
    base: 5899,
    perPound: 64,
    cycles: [14, 24],
    spin: [1200, 1400],
    art: 'frontal',
  },
] as const;

export const lavadoras: Leaf = {
  path: 'linea-blanca/lavado/lavadoras',
  skuPrefix: 'LAV',
  models: 13,
  brands: ['Norvexia', 'Kaltivo', 'Brumaltek', 'Polarinda'],
  lines: ['Cascada', 'Remolino', 'Torrente', 'Espuma', 'Marea', 'Arroyo', 'Burbuja', 'Pila'],
  views: ['ambiente', 'detalle'],
  draft({ dice, turn, brand, line, serial }) {
    const kind = walk(kinds, turn);
    const pounds = dice.pick(kind.pounds);
    const semi = kind.type === 'Semiautomática';
    const front = kind.art === 'frontal';
    const inverter = front || (!semi && dice.chance(0.5));
    const hot = front || (!semi && dice.chance(0.4));
    const combo = kind.type === 'Lavadora y secadora';
    const cycles = dice.between(kind.cycles[0], kind.cycles[1]);
    const colour = semi ? 'Blanco' : dice.pick(['Blanco', 'Gris', 'Negro', 'Gris']);
    const model = `${line} ${front ? 'F' : 'S'}${pounds}${inverter ? 'i' : ''}${serial}`;
    return {
      model,
      title: `${combo ? 'Lavadora y secadora' : `Lavadora ${semi ? '' : 'de '}${midTitle(kind.type)}`} ${pounds} lb ${brand} ${model}`,
      values: {
        capacidad: pounds,
        tipo: kind.type,
        'motor-inverter': yesNo(inverter),
        'ciclos-de-lavado': cycles,
        'velocidad-de-centrifugado': dice.between(kind.spin[0], kind.spin[1], 50),
        'agua-caliente': yesNo(hot),
        color: colour,
        voltaje: combo ? dice.pick([110, 220]) : 110,
      },
      quetzales:
        kind.base +
        (pounds - kind.pounds[0]) * kind.perPound +
        (inverter && !front ? 350 : 0) +
        (hot && !front ? 180 : 0),
      drawing: { kind: 'washer', variant: kind.art, finish: finishOfColour(colour) },
      story: {
        openers: [
          `La {marca} {modelo} lava ${pounds} libras por carga, suficiente para las sábanas, los uniformes y las toallas sin hacer tres tandas.`,
          semi
            ? 'Sencilla, económica y resistente: la {marca} {modelo} es la ayuda de siempre para quien cuida el agua y la luz.'
            : 'Pones la ropa, eliges el ciclo y te olvidas. La {marca} {modelo} mide, lava y centrifuga mientras haces otra cosa.',
          'La ropa limpia no debería oler a esfuerzo. La {modelo} de {marca} quita manchas de cancha y de cocina cuidando las telas.',
          'Con la {marca} {modelo} el día de lavado deja de ser un día completo.',
        ],
        features: [
          `Tiene ${cycles} ciclos, desde ropa delicada hasta edredones.`,
          inverter && 'El motor inverter vibra menos, hace poco ruido y dura más.',
          hot && 'El agua caliente ayuda con la grasa y con la ropa de bebé.',
          combo && 'También seca: metes la ropa sucia y la sacas lista para doblar, aunque llueva toda la semana.',
          kind.type === 'Carga superior' &&
            'Al ser de carga superior puedes agregar esa calceta que siempre aparece tarde.',
          kind.type === 'Carga frontal' && 'La carga frontal gasta menos agua y trata mejor las telas.',
          semi && 'Sus dos tinas separan lavado y centrifugado para avanzar dos tandas a la vez.',
          'El centrifugado saca la ropa casi seca, útil en época de lluvia.',
          'El seguro para niños bloquea el panel durante el ciclo.',
        ],
        closers: [
          'Incluye mangueras de entrada y salida. Necesita toma de agua, drenaje y tomacorriente con tierra.',
          'Antes de usarla retira los tornillos de transporte, como indica el manual.',
          'Usa detergente de baja espuma para cuidar el tambor.',
        ],
      },
    };
  },
};
