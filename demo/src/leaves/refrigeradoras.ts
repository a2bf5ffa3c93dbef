import { walk } from '../dice.ts';
import type { Story } from '../story.ts';
import { finishOfColour, type Leaf, yesNo } from './leaf.ts';

const kinds = [
  {
    type: 'Top mount',
    feet: [9, 16],
    base: 2499,
    perFoot: 190,
    width: [55, 72],
    height: [145, 178],
    art: { kind: 'fridge', variant: 'top' },
  },
  {
    type: 'French door',
    feet: [22, 29],
    base: 5999,
    perFoot: 360,
    width: [84, 92],
    height: [175, 182],
    art: { kind: 'fridge', variant: 'frances' },
  },
  {
    type: 'Frigobar',
    feet: [3, 5],
    base: 1299,
    perFoot: 160,
    width: [45, 50],
    height: [50, 86],
    art: { kind: 'minifridge' },
  },
  {
    type: 'Side by side',
    feet: [18, 26],
    base: 3799,
    perFoot: 320,
    width: [84, 92],
    height: [175, 180],
    art: { kind: 'fridge', variant: 'duplex' },
  },
  {
    type: 'Top mount',
    feet: [12, 18],
    base: 2699,
    perFoot: 210,
    width: [60, 76],
    height: [160, 180],
    art: { kind: 'fridge', variant: 'top' },
  },
  {
    type: 'Bottom mount',
    feet: [12, 20],
    base: 3499,
    perFoot: 260,
    width: [60, 76],
    height: [170, 185],
    art: { kind: 'fridge', variant: 'bottom' },
  },
  {
    type: 'Una puerta',
    feet: [6, 9],
    base: 1699,
    perFoot: 150,
    width: [48, 56],
    height: [110, 140],
    art: { kind: 'minifridge' },
  },
] as const;

interface Fridge {
  type: string;
  feet: number;
  noFrost: boolean;
  inverter: boolean;
  water: boolean;
  ice: boolean;
}

export const refrigeradoras: Leaf = {
  path: 'linea-blanca/refrigeracion/refrigeradoras',
  skuPrefix: 'REF',
  models: 15,
  brands: ['Norvexia', 'Brumaltek', 'Polarinda', 'Frescoralia', 'Kaltivo'],
  lines: ['Glaciar', 'Escarcha', 'Despensa', 'Niebla', 'Cumbre', 'Nevado', 'Rocío', 'Alpina', 'Ventisca', 'Fresca'],
  views: ['ambiente', 'detalle'],
  draft({ dice, turn, brand, line, serial }) {
    const kind = walk(kinds, turn);
    const big = kind.base > 3000;
    const small = kind.type === 'Frigobar' || kind.type === 'Una puerta';
    const fridge: Fridge = {
      type: kind.type,
      feet: dice.between(kind.feet[0], kind.feet[1]),
      noFrost: !small,
      inverter: big || (!small && dice.chance(0.5)),
      water: big ? dice.chance(0.8) : !small && dice.chance(0.35),
      ice: big && dice.chance(0.7),
    };
    const colour = small
      ? dice.pick(['Blanco', 'Gris', 'Negro'])
      : dice.pick(['Acero inoxidable', 'Gris', 'Acero inoxidable', 'Negro', 'Blanco']);
    const model = `${line} ${kind.type.charAt(0)}${fridge.feet}${fridge.inverter ? 'i' : ''}${serial}`;
    return {
      model,
      title: `Refrigeradora ${fridge.feet} pies³ ${kind.type} ${brand} ${model}`,
      values: {
        capacidad: fridge.feet,
        tipo: kind.type,
        'sistema-de-enfriamiento': fridge.noFrost ? 'No frost' : 'Frost',
        'compresor-inverter': yesNo(fridge.inverter),
        'dispensador-de-agua': yesNo(fridge.water),
        'fabrica-de-hielo': yesNo(fridge.ice),
        color: colour,
        alto: dice.between(kind.height[0], kind.height[1]),
        ancho: dice.between(kind.width[0], kind.width[1]),
        voltaje: 110,
      },
      quetzales:
        kind.base +
        (fridge.feet - kind.feet[0]) * kind.perFoot +
        (fridge.inverter ? 500 : 0) +
        (fridge.ice ? 650 : 0) +
        (fridge.water ? 200 : 0),
      drawing: {
        ...kind.art,
        finish: finishOfColour(colour),
        disp: fridge.water,
        smart: fridge.ice && turn % 2 === 1,
        handle: turn % 3 === 0 ? 'embutida' : 'barra',
      },
      story: tell(fridge),
    };
  },
};

const tell = (fridge: Fridge): Story => ({
  openers: [
    `La {marca} {modelo} tiene ${fridge.feet} pies cúbicos bien pensados: las verduras abajo, las sobras a la vista y espacio para la olla grande del domingo.`,
    fridge.feet <= 9
      ? 'Compacta y silenciosa, la {marca} {modelo} encaja en apartamentos, oficinas y cuartos de estudiantes.'
      : 'Una refrigeradora trabaja las veinticuatro horas; conviene que lo haga en silencio y gastando poco. La {modelo} de {marca} cumple con las dos.',
    `Mercado de la semana, lonchera de mañana y pastel del cumpleaños: en los ${fridge.feet} pies cúbicos de la {marca} {modelo} cabe la vida de la casa.`,
    'La {marca} {modelo} mantiene una temperatura pareja en todas las repisas, así la fruta dura más y la leche no sufre.',
  ],
  features: [
    fridge.noFrost && 'El sistema No frost evita el hielo pegado y te ahorra las tardes de descongelar.',
    !fridge.noFrost &&
      'Su enfriamiento directo conserva la humedad natural de los alimentos y el mantenimiento es sencillo.',
    fridge.inverter &&
      'El compresor inverter ajusta su velocidad según la necesidad: menos ruido y menos gasto de luz.',
    fridge.water && 'El dispensador entrega agua fría sin abrir la puerta.',
    fridge.ice && 'La fábrica de hielo se encarga sola, para que nunca falte en las visitas.',
    fridge.type === 'French door' && 'Sus puertas francesas se abren en poco espacio y dejan ver todo de un vistazo.',
    fridge.type === 'Side by side' && 'El congelador al costado mantiene todo a la altura de la mano.',
    fridge.type === 'Bottom mount' && 'Con el congelador abajo, lo que más usas queda a la altura de los ojos.',
    fridge.type === 'Top mount' && 'Las repisas de vidrio templado aguantan ollas pesadas y se limpian con un paño.',
    'La iluminación LED alcanza todos los rincones.',
    'Las gavetas con control de humedad mantienen crujientes las hojas verdes.',
  ],
  closers: [
    'Funciona con 110 V. Déjala reposar unas horas después del traslado antes de conectarla.',
    'Mide la puerta de tu cocina y el espacio donde irá: las medidas están en la tabla de abajo.',
    'La entrega incluye subirla hasta la puerta de tu casa; consulta por gradas o elevador.',
    'Incluye repisas, hieleras y manual en español.',
  ],
});
