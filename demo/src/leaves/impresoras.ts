import { walk } from '../dice.ts';
import { type Leaf, midTitle, yesNo } from './leaf.ts';

const kinds = [
  { technology: 'Tanque de tinta', base: 1399, speed: [10, 17] },
  { technology: 'Inyección de tinta', base: 549, speed: [8, 12] },
  { technology: 'Láser monocromática', base: 1499, speed: [20, 34] },
  { technology: 'Tanque de tinta', base: 1799, speed: [12, 20] },
  { technology: 'Láser a color', base: 3199, speed: [18, 30] },
] as const;
const functionKinds = ['Multifuncional', 'Multifuncional', 'Solo impresión', 'Multifuncional con fax'] as const;

export const impresoras: Leaf = {
  path: 'computacion/impresoras',
  skuPrefix: 'IMP',
  models: 11,
  brands: ['Rizomira', 'Ixcanel', 'Tecvaria', 'Vistaurel'],
  lines: ['Tinta', 'Papiro', 'Oficio', 'Sello', 'Códice', 'Trazo', 'Folio', 'Imprenta'],
  views: ['detalle', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const kind = walk(kinds, turn);
    const functions = walk(functionKinds, turn);
    const multi = functions !== 'Solo impresión';
    const laser = kind.technology.startsWith('Láser');
    const speed = dice.between(kind.speed[0], kind.speed[1]);
    const feeder = functions === 'Multifuncional con fax' || (multi && dice.chance(0.4));
    const duplex = laser || dice.chance(0.35);
    const wifi = kind.base > 600 || dice.chance(0.5);
    const paper = kind.base > 3000 ? dice.pick(['Oficio', 'Doble carta']) : dice.pick(['Carta', 'Oficio']);
    const model = `${line} ${laser ? 'L' : 'T'}${3 + (turn % 6)}${dice.between(10, 90, 10)}${serial}`;
    return {
      model,
      title: `Impresora ${laser ? midTitle(kind.technology) : `de ${midTitle(kind.technology)}`} ${midTitle(functions)} ${brand} ${model}`,
      values: {
        tecnologia: kind.technology,
        funciones: functions,
        'velocidad-en-negro': speed,
        'wi-fi': yesNo(wifi),
        'duplex-automatico': yesNo(duplex),
        'alimentador-automatico': yesNo(feeder),
        'tamano-maximo-de-papel': paper,
      },
      quetzales:
        kind.base +
        (multi ? 150 : 0) +
        (feeder ? 280 : 0) +
        (duplex ? 120 : 0) +
        (speed - kind.speed[0]) * 22 +
        (paper === 'Doble carta' ? 900 : 0),
      drawing: {
        kind: 'printer',
        variant: feeder ? 'adf' : 'bandeja',
        finish: dice.pick(['perla', 'plata', 'grafito', 'negro', 'perla']),
        pal: turn % 7,
      },
      story: {
        openers: [
          'La {marca} {modelo} resuelve las tareas de última hora, los contratos y las fotos del cumpleaños sin pelear con los cables.',
          `Imprime ${speed} páginas por minuto y no se queja. La {modelo} de {marca} es la compañera tranquila de la oficina pequeña.`,
          laser
            ? 'Texto negro, firme y seco al instante: la {marca} {modelo} láser está hecha para quienes imprimen todos los días.'
            : 'La {marca} {modelo} imprime mucho por poco: la tinta rinde y los colores se ven vivos en papel común.',
        ],
        features: [
          kind.technology === 'Tanque de tinta' &&
            'Los tanques recargables bajan el costo por página a centavos y se llenan sin mancharse.',
          kind.technology === 'Inyección de tinta' && 'Usa cartuchos fáciles de encontrar y de cambiar.',
          laser && 'El tóner no se seca aunque pases semanas sin imprimir.',
          multi && 'Además de imprimir, copia y escanea a tu computadora o celular.',
          functions === 'Multifuncional con fax' && 'Incluye fax, que algunas oficinas todavía piden.',
          wifi && 'Por Wi-Fi imprimes desde el celular, sin instalar nada complicado.',
          !wifi && 'Se conecta por USB y queda lista en un par de minutos.',
          duplex && 'Imprime por ambos lados de forma automática y ahorra papel.',
          feeder && 'El alimentador automático copia juegos completos de hojas sin que estés ahí.',
          paper === 'Doble carta' && 'Acepta doble carta, ideal para planos y afiches.',
        ],
        closers: [
          'Incluye tinta o tóner inicial, cable de corriente y guía en español.',
          'Úsala con papel bond de 75 g o más para mejores resultados.',
          'Agrega un paquete de tinta de repuesto y olvídate del tema por meses.',
        ],
      },
    };
  },
};
