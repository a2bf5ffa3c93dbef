import { walk } from '../dice.ts';
import { type Leaf, midTitle } from './leaf.ts';

const kinds = ['Fijo', 'Articulado', 'Inclinable', 'De techo'] as const;
const ranges = [
  [32, 55],
  [37, 75],
  [14, 43],
  [26, 65],
  [37, 90],
  [32, 65],
] as const;
const basePrice: Readonly<Record<string, number>> = { Fijo: 119, Inclinable: 159, Articulado: 249, 'De techo': 329 };
const variants: Readonly<Record<string, string>> = {
  Fijo: 'fijo',
  Inclinable: 'inclinable',
  Articulado: 'articulado',
  'De techo': 'techo',
};

export const soportesParaTv: Leaf = {
  path: 'tv-y-video/accesorios/soportes-para-tv',
  skuPrefix: 'SOP',
  models: 10,
  brands: ['Atitlux', 'Mirabento', 'Claristral'],
  lines: ['Firme', 'Giro', 'Ancla'],
  views: ['caja'],
  draft({ dice, turn, brand, line, serial }) {
    const kind = walk(kinds, turn);
    const [from, to] = walk(ranges, turn + Math.floor(turn / kinds.length));
    const vesa = to <= 43 ? '200x200' : to <= 55 ? '400x400' : to <= 65 ? '600x400' : '800x600';
    const load = to <= 43 ? 25 : to <= 55 ? 35 : to <= 65 ? 45 : to <= 75 ? 55 : 75;
    const wall =
      kind === 'Fijo'
        ? dice.pick([20, 30])
        : kind === 'Inclinable'
          ? dice.pick([50, 60])
          : kind === 'Articulado'
            ? dice.pick([400, 460, 500])
            : 300;
    const material = kind === 'Articulado' && dice.chance(0.4) ? 'Aluminio' : 'Acero';
    return {
      model: `${line} ${to}${serial}`,
      title: `Soporte ${midTitle(kind)} para TV de ${from} a ${to}" ${brand}`,
      values: {
        'tipo-de-soporte': kind,
        'tamano-minimo': from,
        'tamano-maximo': to,
        'peso-soportado': load,
        'norma-vesa-maxima': vesa,
        'distancia-a-la-pared': wall,
        material,
      },
      quetzales: (basePrice[kind] ?? 150) + (to - 43) * 3.1 + (material === 'Aluminio' ? 70 : 0),
      drawing: { kind: 'tvmount', variant: variants[kind] ?? 'fijo', finish: 'negro' },
      story: {
        openers: [
          `Este soporte de {marca} pone tu televisor donde siempre debió estar: a la altura de los ojos y lejos de las manos curiosas. Trabaja con pantallas de ${from} a ${to} pulgadas.`,
          `Libera el mueble y gana espacio en la sala. El {marca} {modelo} sostiene hasta ${load} kg y acepta televisores de ${from} a ${to} pulgadas.`,
          `Para un televisor de ${from} a ${to} pulgadas, un buen soporte es la diferencia entre dormir tranquilo y estar revisando los tornillos. El {modelo} de {marca} está hecho de ${material.toLowerCase()} y se nota.`,
        ],
        features: [
          kind === 'Fijo' && `Queda a solo ${wall} mm de la pared, casi como un cuadro.`,
          kind === 'Inclinable' &&
            'Se inclina hacia abajo para evitar el reflejo de ventanas y lámparas cuando lo montas alto.',
          kind === 'Articulado' &&
            'Su brazo se extiende, gira e inclina: ves desde la cocina, desde el sillón o desde la cama.',
          kind === 'De techo' &&
            'Al ir sujeto al techo funciona en negocios, esquinas y espacios donde la pared no ayuda.',
          `Cumple la norma VESA hasta ${vesa} mm; revisa la medida en la parte de atrás de tu pantalla.`,
          `Soporta ${load} kg con margen de seguridad probado.`,
          'Trae plantilla de perforación y nivel de burbuja para que quede derecho a la primera.',
          'El paso de cables integrado mantiene todo ordenado.',
        ],
        closers: [
          'Incluye tornillos para concreto y para la pantalla. Si no quieres taladrar, agrega nuestro servicio de instalación en pared.',
          'La caja trae tornillería completa y un instructivo ilustrado en español.',
          'Recomendamos instalarlo entre dos personas, sobre pared de block, concreto o madera firme.',
        ],
      },
    };
  },
};
