import { walk } from '../dice.ts';
import { type Leaf, shapeOf, yesNo } from './leaf.ts';

const types = ['In-ear', 'Over-ear', 'In-ear', 'On-ear', 'Over-ear', 'In-ear'] as const;
const colourChoices = [
  ['Negro', 'Blanco'],
  ['Negro'],
  ['Negro', 'Azul', 'Rosado'],
  ['Gris'],
  ['Blanco'],
  ['Negro', 'Gris'],
  ['Azul'],
] as const;

export const audifonosInalambricos: Leaf = {
  path: 'audio/audifonos/audifonos-inalambricos',
  skuPrefix: 'AUD',
  models: 12,
  brands: ['Tukanel', 'Sonarquia', 'Marimbex', 'Ondalira', 'Serranvox'],
  lines: ['Silencio', 'Brío', 'Pulso', 'Nube', 'Zumbido', 'Ritmo', 'Aire', 'Vuelo', 'Latido', 'Murmullo'],
  views: ['detalle', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const type = walk(types, turn);
    const inEar = type === 'In-ear';
    const noise = turn % 2 === 1 || dice.chance(0.25);
    const hours = inEar ? dice.between(6, noise ? 36 : 28) : dice.between(24, 60);
    const water = inEar ? dice.pick(['IPX4', 'IPX5', 'IP55', 'IPX7']) : dice.pick(['Sin certificación', 'IPX4']);
    const model = `${line} ${noise ? 'ANC' : inEar ? 'Buds' : 'Play'} ${2 + (turn % 7)}${serial}`;
    return {
      model,
      title: `Audífonos inalámbricos ${type} ${brand} ${model}`,
      values: {
        tipo: type,
        bluetooth: noise ? dice.pick(['5.3', '5.4']) : dice.pick(['5.0', '5.2', '5.3']),
        'duracion-de-bateria': hours,
        'cancelacion-de-ruido': yesNo(noise),
        'resistencia-al-agua': water,
        microfono: 'Sí',
        color: 'Negro',
      },
      quetzales:
        (inEar ? 219 : type === 'On-ear' ? 289 : 449) +
        (noise ? (inEar ? 260 : 520) : 0) +
        hours * 4.5 +
        (water === 'IPX7' ? 80 : 0),
      colours: walk(colourChoices, turn),
      colourSlug: 'color',
      drawing: inEar
        ? { kind: 'earbuds', caja: shapeOf(brand, turn, ['ovalada', 'cuadrada']), tallo: turn % 4 < 2 }
        : { kind: 'headphones', cup: type === 'On-ear' ? 'redonda' : 'oval', disc: turn % 2 === 0 },
      story: {
        openers: [
          'Los {marca} {modelo} están hechos para el día completo: el bus de la mañana, la llamada del mediodía y la caminata al final de la tarde.',
          `Hasta ${hours} horas de música con una carga completa: los {modelo} de {marca} aguantan la semana de oficina sin pedir enchufe a cada rato.`,
          'Hay audífonos que suenan fuerte y audífonos que suenan bien. Los {marca} {modelo} cuidan las voces, los bajos y también tus oídos.',
          inEar
            ? 'Tan livianos que se olvidan. Los {marca} {modelo} se sujetan firmes con tres tamaños de almohadilla y vuelven a su estuche cuando terminas.'
            : 'Almohadillas suaves, diadema flexible y un sonido amplio: los {marca} {modelo} se quedan puestos por horas sin molestar.',
          'De la lista de reproducción a la reunión sin cambiar de aparato. Los {marca} {modelo} se conectan al celular y a la computadora a la vez.',
        ],
        features: [
          noise &&
            'La cancelación activa de ruido apaga el tráfico y el aire acondicionado; con un toque vuelves a escuchar lo que pasa alrededor.',
          !noise && 'El aislamiento pasivo reduce el ruido de la calle sin gastar batería.',
          inEar &&
            water !== 'Sin certificación' &&
            `Con protección ${water} resisten el sudor del gimnasio y una llovizna inesperada.`,
          inEar && 'El estuche da varias cargas extra y cabe en el bolsillo del pantalón.',
          !inEar && 'Se pliegan para guardarlos en la mochila y traen cable de audio para cuando se acabe la batería.',
          'Los micrófonos separan tu voz del viento para que te entiendan en las llamadas.',
          'Con diez minutos de carga recuperas un par de horas de música.',
          'Los controles táctiles cambian de canción, contestan llamadas y despiertan al asistente del celular.',
        ],
        closers: [
          'Incluyen cable USB-C y guía rápida. Funcionan con cualquier celular que tenga Bluetooth.',
          'En la caja vienen los audífonos, el cable de carga y las almohadillas de repuesto.',
          'Para que duren, límpialos con un paño seco y cárgalos antes de guardarlos por mucho tiempo.',
        ],
      },
    };
  },
};
