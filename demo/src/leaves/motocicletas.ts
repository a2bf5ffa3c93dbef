import { walk } from '../dice.ts';
import type { Leaf } from './leaf.ts';

const kinds = [
  {
    style: 'Urbana',
    variant: 'urbana',
    cc: [125, 150],
    base: 9990,
    finish: ['carmesi', 'negro', 'medianoche'],
    use: 'ciudad',
  },
  {
    style: 'Scooter',
    variant: 'scooter',
    cc: [110, 125],
    base: 8990,
    finish: ['jade', 'perla', 'coral'],
    use: 'mandados',
  },
  {
    style: 'Doble propósito',
    variant: 'aventura',
    cc: [150, 200, 250],
    base: 15990,
    finish: ['grafito', 'bosque', 'arena'],
    use: 'terracería',
  },
] as const;

/** Attributes are the shop's own: the catalogue brief has no leaf for motorcycles. */
export const motocicletas: Leaf = {
  path: 'motos-y-vehiculos/motocicletas',
  skuPrefix: 'MOT',
  models: 7,
  brands: ['Kukuvolt', 'Chispatek', 'Jadeonix'],
  lines: ['Trueno', 'Relámpago', 'Balam', 'Colibrí', 'Cenzontle', 'Nómada'],
  views: ['detalle', 'ambiente'],
  draft({ dice, turn, brand, line, serial }) {
    const kind = walk(kinds, turn);
    const cc = dice.pick(kind.cc);
    const model = `${line} ${cc}${serial}`;
    return {
      model,
      title: `Motocicleta ${kind.style.toLowerCase()} ${cc} cc ${brand} ${model}`,
      values: {
        estilo: kind.style,
        cilindraje: cc,
        transmision: kind.variant === 'scooter' ? 'Automática' : '5 velocidades',
        frenos: cc >= 150 ? 'Disco y disco' : 'Disco y tambor',
        arranque: 'Eléctrico y de pedal',
        'capacidad-del-tanque': dice.pick([2.2, 2.8, 3.2, 3.6]),
      },
      quetzales: kind.base + (cc - kind.cc[0]) * 45 + dice.between(0, 900, 100),
      drawing: {
        kind: 'motorcycle',
        variant: kind.variant,
        finish: walk(kind.finish, Math.floor(turn / kinds.length)),
      },
      story: {
        openers: [
          'La {marca} {modelo} convierte el tráfico de la mañana en un paseo. Gasta poco, se maneja fácil y se estaciona donde quieras.',
          kind.use === 'terracería'
            ? 'Del asfalto a la terracería sin cambiar de moto: la {modelo} de {marca} tiene suspensión alta y motor con ganas.'
            : 'Para ir al trabajo, a la universidad o a repartir, la {modelo} de {marca} rinde muchos kilómetros por galón.',
          `Motor de ${cc} cc, arranque eléctrico y una posición cómoda: la {marca} {modelo} es una primera moto que no se queda chica.`,
        ],
        features: [
          cc >= 150 && 'Los frenos de disco adelante y atrás responden con firmeza bajo la lluvia.',
          cc < 150 && 'El freno de disco delantero da confianza en el tráfico.',
          kind.variant === 'scooter' && 'La transmisión automática deja que te ocupes solo del camino.',
          kind.variant === 'aventura' && 'Incluye parabrisas y baúl trasero para viajes largos.',
          kind.variant === 'urbana' && 'Su caja de cinco velocidades es suave y fácil de mantener.',
          'El tablero muestra velocidad, combustible y kilometraje con letra grande.',
          'Las luces LED alumbran bien la carretera y duran años.',
        ],
        closers: [
          'Se entrega en tienda con placas en trámite. Trae tu licencia tipo M y tu DPI. El casco se vende por separado.',
          'Disponible solo para recoger en tienda. El primer servicio es a los 500 kilómetros.',
        ],
      },
    };
  },
};
