import { walk } from '../dice.ts';
import { type Leaf, yesNo } from './leaf.ts';

const sizes = [4.5, 3.5, 5.5, 9, 2.5, 7] as const;
const basePrice: Readonly<Record<number, number>> = { 2.5: 449, 3.5: 569, 4.5: 629, 5.5: 779, 7: 949, 9: 1149 };

export const freidorasDeAire: Leaf = {
  path: 'electrodomesticos/cocina/freidoras-de-aire',
  skuPrefix: 'FRE',
  models: 10,
  brands: ['Molivanta', 'Hogarixa', 'Kaltivo', 'Pacayux'],
  lines: ['Crujiente', 'Doradita', 'Tostada', 'Ligera', 'Antojo', 'Papita', 'Horneada', 'Crocante'],
  views: ['detalle', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const litres = walk(sizes, turn);
    const twin = litres >= 9;
    const digital = litres >= 4.5 || dice.chance(0.4);
    const window = digital && dice.chance(0.5);
    const programs = digital ? dice.between(6, 12) : 0;
    const watts = litres >= 7 ? dice.between(1600, 1800, 100) : dice.between(1000, 1500, 100);
    const model = `${line} ${twin ? 'Doble' : digital ? 'Digital' : 'Clásica'} ${litres}${serial}`;
    return {
      model,
      title: `Freidora de aire ${litres} L ${brand} ${model}`,
      values: {
        capacidad: litres,
        potencia: watts,
        panel: digital ? 'Digital táctil' : 'Perillas',
        canastas: twin ? '2' : '1',
        'temperatura-maxima': digital ? dice.pick([200, 205, 230]) : 200,
        'programas-automaticos': programs,
        'ventana-de-vision': yesNo(window),
      },
      quetzales: (basePrice[litres] ?? 600) + (digital ? 110 : 0) + (window ? 90 : 0),
      drawing: {
        kind: 'airfryer',
        variant: twin ? 'doble' : digital ? 'digital' : 'perilla',
        finish: walk(['negro', 'perla', 'jade', 'grafito', 'carmesi', 'arena'] as const, turn),
      },
      story: {
        openers: [
          `Papas crujientes, pollo dorado y plátanos sin una gota de más: la {marca} {modelo} de ${litres} litros hace en minutos lo que el sartén hace con aceite.`,
          'La {marca} {modelo} calienta rápido, cocina parejo y casi no ensucia. Por eso termina usándose todos los días.',
          twin
            ? 'Dos canastas, dos temperaturas y un solo tiempo para servir: la {modelo} de {marca} prepara el plato fuerte y la guarnición a la vez.'
            : 'Comer más ligero sin renunciar a lo crujiente es más fácil con la {modelo} de {marca}.',
        ],
        features: [
          digital && `El panel táctil trae ${programs} programas: eliges el alimento y ella pone tiempo y temperatura.`,
          !digital && 'Dos perillas, tiempo y temperatura: no hay nada que aprender.',
          window && 'Por la ventana ves cómo se dora sin abrir ni perder calor.',
          litres >= 5.5 && 'En su canasta cabe un pollo entero o la cena de cinco personas.',
          litres < 4 && 'Su tamaño es justo para una o dos personas y ocupa poco.',
          `Con ${watts.toLocaleString('en-US')} W alcanza la temperatura en un par de minutos.`,
          'La canasta antiadherente se lava en un momento.',
          'Se apaga sola al terminar y te avisa con un timbre.',
        ],
        closers: [
          'Incluye canasta con rejilla y recetario en español. Funciona con 110 V.',
          'Deja diez centímetros libres alrededor para que el aire circule.',
          'Para la primera vez, enciéndela vacía cinco minutos y lava la canasta.',
        ],
      },
    };
  },
};
