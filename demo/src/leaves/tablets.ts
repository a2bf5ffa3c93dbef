import { walk } from '../dice.ts';
import { type Leaf, screenOf, yesNo } from './leaf.ts';

const uses = [
  { use: 'Estudio', inches: [10.1, 11], ram: [4, 6], storage: [64, 128], base: 1399, pencil: 0.5, name: 'Aula' },
  { use: 'Infantil', inches: [8, 8.7], ram: [3, 4], storage: [32, 64], base: 1049, pencil: 0, name: 'Kids' },
  { use: 'Productividad', inches: [11, 12.4], ram: [6, 8], storage: [128, 256], base: 2499, pencil: 0.7, name: 'Pro' },
  { use: 'Diseño', inches: [12.4, 13], ram: [8, 12], storage: [256, 512], base: 3399, pencil: 1, name: 'Studio' },
] as const;
const colourChoices = [
  ['Gris'],
  ['Azul', 'Rosado'],
  ['Plata', 'Gris'],
  ['Gris'],
  ['Plata'],
  ['Rosado', 'Azul'],
] as const;

export const tablets: Leaf = {
  path: 'celulares-y-tablets/tablets',
  skuPrefix: 'TAB',
  models: 9,
  brands: ['Zentukia', 'Celarquo', 'Voltequia', 'Chispatek', 'Kukuvolt'],
  lines: ['Lienzo', 'Página', 'Cuaderno', 'Trazo', 'Pizarra', 'Folio', 'Boceto', 'Hoja', 'Marca', 'Atril'],
  views: ['detalle', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const kind = walk(uses, turn);
    const inches = dice.pick(kind.inches);
    const ram = dice.pick(kind.ram);
    const storage = dice.pick(kind.storage);
    const pencil = dice.chance(kind.pencil);
    const net =
      kind.use === 'Infantil' ? 'Wi-Fi' : dice.pick(['Wi-Fi', 'Wi-Fi y 4G', kind.base > 2000 ? 'Wi-Fi y 5G' : 'Wi-Fi']);
    const battery =
      inches < 9
        ? dice.between(5000, 6000, 100)
        : inches < 12
          ? dice.between(7000, 8600, 100)
          : dice.between(9000, 11000, 100);
    const model = `${line} ${kind.name} ${2 + (turn % 5)}${serial}`;
    return {
      model,
      title: `Tablet ${inches}" ${storage} GB ${brand} ${model}`,
      values: {
        'tamano-de-pantalla': inches,
        'memoria-ram': ram,
        almacenamiento: storage,
        conectividad: net,
        bateria: battery,
        'incluye-lapiz': yesNo(pencil),
        'uso-sugerido': kind.use,
        color: 'Gris',
      },
      quetzales: kind.base + storage * 2.1 + ram * 30 + (net === 'Wi-Fi' ? 0 : 350) + (pencil ? 180 : 0),
      colours: walk(colourChoices, turn),
      colourSlug: 'color',
      drawing: { kind: 'tablet', pen: pencil, ...screenOf(turn + 19) },
      story: {
        openers: [
          `Más grande que un celular y más liviana que una computadora: la {marca} {modelo} de ${inches} pulgadas es la pantalla que pasa de mano en mano en casa.`,
          kind.use === 'Infantil'
            ? 'La {marca} {modelo} está pensada para manos pequeñas: control parental, tamaño cómodo y contenido por perfiles para cada edad.'
            : 'Apuntes, videollamadas, lectura y dibujo en un solo lugar. La {marca} {modelo} se abre, se usa y se guarda sin ceremonia.',
          `La {modelo} de {marca} tiene ${storage} GB para descargar clases y películas, y batería para llegar hasta el final del viaje.`,
          'Con un cuerpo delgado y una pantalla que se lee bien bajo el sol, la {marca} {modelo} sirve igual en la mesa del comedor que en el asiento del bus.',
        ],
        features: [
          pencil && 'Incluye lápiz: subraya documentos, firma contratos o dibuja con presión natural.',
          net === 'Wi-Fi y 5G' && 'La conexión 5G te deja trabajar en cualquier parte sin buscar una red.',
          net === 'Wi-Fi y 4G' && 'Acepta una SIM de datos 4G para conectarte cuando no hay Wi-Fi.',
          net === 'Wi-Fi' && 'El Wi-Fi de doble banda mantiene fluidas las clases en línea.',
          `La memoria RAM de ${ram} GB permite tener dos aplicaciones en pantalla dividida.`,
          `Su batería de ${battery.toLocaleString('en-US')} mAh cubre una jornada completa de estudio.`,
          kind.use === 'Infantil' && 'El borde suave amortigua caídas desde la mesa.',
          kind.use === 'Diseño' && 'La pantalla cubre una gama amplia de color, ideal para foto e ilustración.',
          'Las bocinas estéreo se oyen claras en videollamadas y caricaturas.',
        ],
        closers: [
          'Incluye cable USB-C y adaptador de corriente. Agrégale una funda con teclado y se vuelve tu equipo de viaje.',
          'Nueva y sellada, con garantía en Guatemala y actualizaciones de sistema incluidas.',
          'En la caja vienen la tablet, el cable y la guía en español.',
        ],
      },
    };
  },
};
