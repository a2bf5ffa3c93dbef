import { walk } from '../dice.ts';
import type { Story } from '../story.ts';
import type { Leaf } from './leaf.ts';
import { screenOf } from './leaf.ts';

const kinds = [
  {
    name: 'Aero',
    inches: [14, 15.6],
    cores: ['8 núcleos', '10 núcleos'],
    ram: [16],
    ssd: [512, 1024],
    gpu: 'Integrada',
    kg: [1.1, 1.6],
    hours: [10, 16],
    base: 5799,
  },
  {
    name: 'Base',
    inches: [14, 15.6],
    cores: ['4 núcleos', '6 núcleos'],
    ram: [8],
    ssd: [256, 512],
    gpu: 'Integrada',
    kg: [1.4, 1.8],
    hours: [7, 10],
    base: 3699,
  },
  {
    name: 'Fuego',
    inches: [15.6, 16, 17.3],
    cores: ['10 núcleos', '14 núcleos', '16 núcleos'],
    ram: [16, 32],
    ssd: [512, 1024],
    gpu: 'Dedicada',
    kg: [2.2, 2.9],
    hours: [4, 7],
    base: 8499,
  },
  {
    name: 'Oficio',
    inches: [14, 15.6],
    cores: ['6 núcleos', '8 núcleos'],
    ram: [8, 16],
    ssd: [512],
    gpu: 'Integrada',
    kg: [1.4, 1.8],
    hours: [8, 12],
    base: 4599,
  },
  {
    name: 'Taller',
    inches: [16],
    cores: ['14 núcleos', '16 núcleos'],
    ram: [32, 64],
    ssd: [1024, 2048],
    gpu: 'Dedicada',
    kg: [1.9, 2.4],
    hours: [7, 12],
    base: 13499,
  },
] as const;

interface Laptop {
  kind: (typeof kinds)[number];
  inches: number;
  cores: string;
  ram: number;
  ssd: number;
  gpu: string;
  kilos: number;
  hours: number;
  system: string;
}

export const laptops: Leaf = {
  path: 'computacion/laptops',
  skuPrefix: 'LAP',
  models: 17,
  brands: ['Ixcanel', 'Tecvaria', 'Rizomira', 'Voltequia', 'Vistaurel', 'Jadeonix'],
  lines: [
    'Cumbre',
    'Bitácora',
    'Raíz',
    'Tejido',
    'Vértice',
    'Sigma',
    'Delta',
    'Brújula',
    'Cántaro',
    'Umbral',
    'Jaguar',
    'Fragua',
  ],
  views: ['detalle', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const kind = walk(kinds, turn);
    const ram = dice.pick(kind.ram);
    const gpu =
      kind.gpu === 'Integrada'
        ? 'Integrada'
        : ram >= 64
          ? 'Dedicada 12 GB'
          : dice.pick(['Dedicada 6 GB', 'Dedicada 8 GB']);
    const laptop: Laptop = {
      kind,
      inches: dice.pick(kind.inches),
      cores: dice.pick(kind.cores),
      ram,
      ssd: dice.pick(kind.ssd),
      gpu,
      kilos: dice.between(kind.kg[0], kind.kg[1], 0.1),
      hours: dice.between(kind.hours[0], kind.hours[1]),
      system: kind.name === 'Base' && dice.chance(0.3) ? dice.pick(['Linux', 'Sin sistema']) : 'Windows 11',
    };
    const model = `${line} ${kind.name} ${Math.floor(laptop.inches)}${serial}`;
    const gaming = kind.name === 'Fuego';
    return {
      model,
      title: `Laptop ${laptop.inches}" ${ram} GB RAM ${laptop.ssd} GB SSD ${brand} ${model}`,
      values: {
        'tamano-de-pantalla': laptop.inches,
        procesador: laptop.cores,
        'memoria-ram': ram,
        'almacenamiento-ssd': laptop.ssd,
        'tarjeta-grafica': gpu,
        'sistema-operativo': laptop.system,
        'idioma-del-teclado': dice.chance(0.8) ? 'Español' : 'Inglés',
        peso: laptop.kilos,
        'duracion-de-bateria': laptop.hours,
      },
      quetzales:
        kind.base +
        (laptop.ssd - 256) * 1.1 +
        (ram - 8) * 36 +
        (gpu.endsWith('12 GB') ? 2600 : gpu.endsWith('8 GB') ? 1100 : 0) -
        (laptop.system === 'Windows 11' ? 0 : 350),
      drawing: {
        kind: 'laptop',
        finish: gaming
          ? dice.pick(['negro', 'grafito', 'medianoche'])
          : dice.pick(['plata', 'grafito', 'cielo', 'medianoche', 'arena']),
        gaming,
        ui: !gaming && turn % 3 !== 2,
        ...screenOf(turn + 29),
      },
      story: tell(laptop),
    };
  },
};

const tell = (laptop: Laptop): Story => ({
  openers: [
    `La {marca} {modelo} abre, enciende y está lista antes de que termines de acomodarte. Su disco SSD de ${laptop.ssd} GB y sus ${laptop.ram} GB de memoria se notan en cada clic.`,
    laptop.kind.name === 'Fuego'
      ? `La {modelo} de {marca} está hecha para jugar en serio: gráfica ${laptop.gpu.toLowerCase()}, pantalla de ${laptop.inches} pulgadas y un teclado que se luce con la luz apagada.`
      : `Con ${laptop.kilos} kg y hasta ${laptop.hours} horas de batería, la {marca} {modelo} se va contigo a la universidad, a la oficina y al café de siempre.`,
    'Hojas de cálculo enormes, treinta pestañas y una videollamada: la {marca} {modelo} lo sostiene todo sin levantar la voz.',
    laptop.kind.name === 'Taller'
      ? 'Edición de video, planos, datos, modelos en 3D. La {marca} {modelo} es una estación de trabajo que cabe en la mochila.'
      : 'Para estudiar, trabajar y descansar con una serie al final del día, la {marca} {modelo} tiene el equilibrio justo entre precio y velocidad.',
    `Una buena computadora se elige pensando en los próximos cinco años. La {modelo} de {marca}, con procesador de ${laptop.cores}, va a seguir siendo rápida cuando termines la carrera.`,
  ],
  features: [
    `El procesador de ${laptop.cores} reparte el trabajo y evita esas pausas que desesperan.`,
    laptop.gpu !== 'Integrada' &&
      `La tarjeta gráfica ${laptop.gpu.toLowerCase()} mueve juegos actuales y programas de diseño con soltura.`,
    laptop.gpu === 'Integrada' &&
      'La gráfica integrada es más que suficiente para video en alta resolución y edición ligera.',
    laptop.ram >= 32 && `Los ${laptop.ram} GB de RAM permiten abrir proyectos pesados sin cerrar lo demás.`,
    laptop.system === 'Windows 11' && 'Trae Windows 11 instalado, listo para configurarse en español.',
    laptop.system === 'Linux' && 'Viene con Linux, una opción ágil y segura para programar y estudiar.',
    laptop.system === 'Sin sistema' && 'Se entrega sin sistema operativo, ideal si ya tienes tu licencia.',
    laptop.hours >= 10 && `La batería rinde hasta ${laptop.hours} horas de uso normal.`,
    laptop.inches >= 16 && 'La pantalla grande deja ver dos documentos completos lado a lado.',
    'Incluye HDMI, USB-C, lector de tarjetas y una cámara con tapa física para tu privacidad.',
  ],
  closers: [
    'En la caja vienen la laptop, el cargador para 110–240 V y la guía rápida. Agrega el servicio de configuración y la entregamos lista para usar.',
    'Recuerda hacer la primera actualización con el cargador conectado. Si la compras para estudiar, guarda tu factura: la garantía es nacional.',
    'Incluye adaptador de corriente. El maletín y el mouse se venden por separado.',
    'Revisa la tabla de especificaciones y compárala con otras: te va a gustar lo que ofrece por su precio.',
  ],
});
