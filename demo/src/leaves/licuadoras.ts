import { walk } from '../dice.ts';
import { finishOfColour, type Leaf, shapeOf, yesNo } from './leaf.ts';

const kinds = [
  { litres: [1.5, 1.75], watts: [500, 700], jars: ['Vidrio', 'Plástico'], base: 349 },
  { litres: [0.6], watts: [300, 400], jars: ['Plástico'], base: 209 },
  { litres: [1.75, 2], watts: [900, 1500], jars: ['Vidrio', 'Acero inoxidable'], base: 699 },
  { litres: [1.25, 1.5], watts: [400, 600], jars: ['Plástico', 'Vidrio'], base: 309 },
] as const;

export const licuadoras: Leaf = {
  path: 'electrodomesticos/cocina/licuadoras',
  skuPrefix: 'LIC',
  models: 10,
  brands: ['Molivanta', 'Pacayux', 'Hogarixa', 'Lumbrisa'],
  lines: ['Molienda', 'Rosa', 'Batido', 'Chinchilete', 'Licuadito', 'Remolino', 'Pepián', 'Horchata'],
  views: ['detalle', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const kind = walk(kinds, turn);
    const watts = dice.between(kind.watts[0], kind.watts[1], 50);
    const litres = dice.pick(kind.litres);
    const jar = dice.pick(kind.jars);
    const personal = litres === 0.6;
    const speeds = personal ? 1 : watts >= 900 ? dice.between(8, 16) : dice.between(2, 10);
    const ice = watts >= 500;
    const colour = walk(['Negro', 'Rojo', 'Acero', 'Blanco'] as const, turn);
    const model = `${line} ${personal ? 'To Go' : watts >= 900 ? 'Pro' : 'Casa'} ${Math.round(watts / 100)}${serial}`;
    return {
      model,
      title: `Licuadora ${watts} W ${litres} L ${brand} ${model}`,
      values: {
        potencia: watts,
        'capacidad-del-vaso': litres,
        'material-del-vaso': jar,
        velocidades: speeds,
        'funcion-pulso': yesNo(!personal),
        'tritura-hielo': yesNo(ice),
        color: colour,
      },
      quetzales:
        kind.base + (watts - kind.watts[0]) * 0.9 + (jar === 'Vidrio' ? 60 : jar === 'Acero inoxidable' ? 150 : 0),
      drawing: {
        kind: 'blender',
        variant: shapeOf(brand, turn, ['cilindrico', 'conico']),
        finish: finishOfColour(colour),
      },
      story: {
        openers: [
          `Licuado de banano por la mañana, recado de pepián al mediodía y una granita por la tarde: la {marca} {modelo} tiene ${watts} W para todo.`,
          personal
            ? 'Preparas, tapas y te vas. La {marca} {modelo} licúa directo en el vaso que te llevas al trabajo o al gimnasio.'
            : 'La {modelo} de {marca} es de las que no se traban: cuchillas firmes, base pesada y un vaso que se lava en un minuto.',
          'Una licuadora se usa todos los días; por eso la {marca} {modelo} está hecha para aguantar el ritmo de una cocina de verdad.',
        ],
        features: [
          ice && 'Tritura hielo sin quejarse, para bebidas frías y salsas.',
          !ice && 'Es perfecta para jugos, papillas y aderezos.',
          jar === 'Vidrio' && 'El vaso de vidrio no guarda olores ni se mancha con el achiote.',
          jar === 'Plástico' && 'El vaso es liviano, resistente a golpes y libre de BPA.',
          jar === 'Acero inoxidable' && 'El vaso de acero inoxidable mantiene frías las bebidas y no se quiebra.',
          speeds > 1 && `Tiene ${speeds} velocidades${personal ? '' : ' y función de pulso para dar el punto exacto'}.`,
          speeds === 1 && 'Funciona con un solo botón: presionas y listo.',
          `En sus ${litres} litros preparas ${litres >= 1.5 ? 'una jarra para toda la familia' : 'una porción generosa'}.`,
          'La base antideslizante evita que camine por la mesa.',
        ],
        closers: [
          'Las piezas se desarman y se lavan fácil. No sumerjas la base.',
          'Incluye vaso con tapa, cuchillas y recetario. Funciona con 110 V.',
          personal
            ? 'Incluye vaso portátil con tapa. Deja enfriar los líquidos antes de licuarlos.'
            : 'No licúes líquidos hirviendo; deja que bajen de temperatura.',
        ],
      },
    };
  },
};
