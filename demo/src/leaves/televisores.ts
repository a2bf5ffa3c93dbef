import { walk } from '../dice.ts';
import type { Story } from '../story.ts';
import { type Leaf, screenOf, shapeOf, yesNo } from './leaf.ts';

// 55 inches comes up every other time: it is the size people look for.
const sizes = [55, 43, 55, 65, 50, 55, 32, 55, 75, 55, 40, 55, 65, 55, 85, 50] as const;
const basePrice: Readonly<Record<number, number>> = {
  32: 1599,
  40: 2199,
  43: 2599,
  50: 3199,
  55: 3899,
  65: 5799,
  75: 8799,
  85: 12999,
};
const panels = ['LED', 'QLED', 'LED', 'Mini LED', 'QLED', 'LED', 'OLED'] as const;
const panelPrice: Readonly<Record<string, number>> = { LED: 1, QLED: 1.24, 'Mini LED': 1.6, OLED: 2.05 };
const panelLetter: Readonly<Record<string, string>> = { LED: 'L', QLED: 'Q', 'Mini LED': 'M', OLED: 'X' };

interface Screen {
  size: number;
  resolution: string;
  panel: string;
  hertz: number;
  system: string;
  hdr: string;
  watts: number;
  ports: number;
  voice: boolean;
}

export const televisores: Leaf = {
  path: 'tv-y-video/televisores',
  skuPrefix: 'TV',
  models: 34,
  brands: ['Lumbrisa', 'Mirabento', 'Atitlux', 'Claristral', 'Ondalira', 'Vistaurel'],
  lines: [
    'Alba',
    'Cenit',
    'Izabal',
    'Mirador',
    'Panorama',
    'Vitral',
    'Prisma',
    'Lumen',
    'Horizonte',
    'Aurora',
    'Retina',
    'Solar',
  ],
  views: ['ambiente', 'detalle', 'esquina', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const size = walk(sizes, turn);
    // Small screens are plain LED; the fine panels start at 50 inches.
    const panel = size < 50 ? 'LED' : walk(panels, turn);
    const smart = size > 40 || dice.chance(0.6);
    const resolution =
      size === 32 ? 'HD' : size === 40 ? 'Full HD' : size >= 75 && turn % 5 === 0 ? '8K UHD' : '4K UHD';
    const hertz = panel === 'LED' ? 60 : panel === 'QLED' ? dice.pick([60, 120]) : dice.pick([120, 144]);
    const watts = Math.min(60, Math.max(10, Math.round((size * 0.42) / 2) * 2 + (panel === 'LED' ? 0 : 10)));
    const screen: Screen = {
      size,
      resolution,
      panel,
      hertz,
      system: smart ? dice.pick(['Google TV', 'Roku TV', 'Google TV', 'Sistema propio']) : 'Sin sistema inteligente',
      hdr: size < 43 ? 'Sin HDR' : panel === 'LED' ? 'HDR10' : dice.pick(['HDR10+', 'Dolby Vision']),
      watts,
      ports: size < 43 ? 2 : panel === 'LED' ? 3 : 4,
      voice: smart && dice.chance(0.75),
    };
    const factor =
      (panelPrice[panel] ?? 1) *
      (hertz === 144 ? 1.1 : hertz === 120 ? 1.05 : 1) *
      (resolution === '8K UHD' ? 1.55 : 1);
    const model = `${line} ${panelLetter[panel]}${3 + ((turn + 2 * Math.floor(turn / 6)) % 7)}${serial}`;
    return {
      model,
      title: `Televisor ${size}" ${resolution} ${brand} ${model}`,
      values: {
        'tamano-de-pantalla': size,
        resolucion: resolution,
        'tecnologia-de-panel': panel,
        'sistema-operativo': screen.system,
        'frecuencia-de-actualizacion': hertz,
        'entradas-hdmi': screen.ports,
        hdr: screen.hdr,
        'potencia-de-sonido': watts,
        'control-por-voz': yesNo(screen.voice),
      },
      quetzales: (basePrice[size] ?? 3999) * factor * (0.96 + 0.08 * dice.number()),
      drawing: {
        kind: 'tv',
        finish: dice.pick(['negro', 'grafito', 'plata', 'negro']),
        size: size < 50 ? 0.86 : size < 70 ? 0.92 : 1,
        stand: shapeOf(brand, turn, ['feet', 'slim', 'pedestal']),
        ui: smart && turn % 3 === 0,
        ...screenOf(turn),
      },
      story: tell(screen),
    };
  },
};

const tell = (tv: Screen): Story => ({
  openers: [
    `Con ${tv.size} pulgadas y resolución ${tv.resolution}, el {marca} {modelo} convierte cualquier noche entre semana en una función de cine. El marco casi desaparece y deja toda la atención en la imagen.`,
    `El {marca} {modelo} está pensado para familias que ven de todo: el partido del domingo, las caricaturas de la mañana y la serie de las diez. Sus ${tv.size} pulgadas alcanzan para que nadie pelee por el mejor lugar del sillón.`,
    `Si llevas tiempo queriendo renovar la pantalla de la sala, el {modelo} de {marca} es una buena forma de hacerlo: ${tv.size} pulgadas, panel ${tv.panel} y conexiones de sobra para lo que ya tienes en casa.`,
    `Hay televisores que se ven bien en la tienda y televisores que se ven bien en tu casa, con la ventana abierta y el sol de las tres. El {marca} {modelo} es de los segundos.`,
    `{marca} diseñó el {modelo} para espacios reales: se instala en base o en pared, se configura en minutos y sus ${tv.size} pulgadas se aprovechan tanto en sala como en dormitorio.`,
    `El sonido de la tribuna, el lago al amanecer, el último capítulo: todo cabe en las ${tv.size} pulgadas del {marca} {modelo}, un televisor que rinde mucho más de lo que ocupa.`,
  ],
  features: [
    tv.panel === 'LED' &&
      'El panel LED mantiene un brillo parejo de orilla a orilla y consume poca energía aunque esté encendido todo el día.',
    tv.panel === 'QLED' && 'La tecnología QLED entrega colores intensos que no se lavan con la luz del día.',
    tv.panel === 'Mini LED' &&
      'El Mini LED controla la luz por zonas: los negros son profundos y los reflejos brillan sin quemar la imagen.',
    tv.panel === 'OLED' &&
      'En el panel OLED cada punto se enciende por su cuenta, así que el negro es negro de verdad y los detalles en sombra aparecen.',
    tv.hertz >= 120 &&
      `Sus ${tv.hertz} Hz mantienen nítido el balón en movimiento y hacen que los videojuegos respondan al instante.`,
    tv.hertz === 60 && 'Los movimientos se ven naturales tanto en películas como en deportes.',
    tv.system === 'Google TV' &&
      'Google TV reúne tus aplicaciones en una sola pantalla y te recomienda qué ver según tus gustos.',
    tv.system === 'Roku TV' &&
      'Con Roku TV encuentras tus canales y aplicaciones en un menú sencillo que toda la familia entiende.',
    tv.system === 'Sistema propio' &&
      'Su sistema inteligente trae las aplicaciones más usadas y abre en pocos segundos.',
    tv.system === 'Sin sistema inteligente' &&
      'Es un televisor directo, sin menús complicados: conectas tu cable, consola o reproductor y listo.',
    tv.hdr !== 'Sin HDR' && `La compatibilidad con ${tv.hdr} muestra más matices en escenas muy claras o muy oscuras.`,
    `Tiene ${tv.ports} entradas HDMI, suficientes para la consola, la barra de sonido y lo que venga después.`,
    tv.watts >= 24 && `Los ${tv.watts} W de sonido llenan una sala mediana con diálogos claros.`,
    tv.voice && 'Puedes buscar contenido con la voz desde el control, sin escribir letra por letra.',
  ],
  closers: [
    'En la caja vienen el control remoto, las baterías, la base y la guía rápida en español. Para colgarlo, revisa nuestros soportes compatibles.',
    'Incluye control remoto, cable de corriente para 110 V y tornillos de la base. Si prefieres que lo dejemos instalado, agrega el servicio de instalación.',
    'Antes de comprar, mide el mueble o la pared: en la tabla de abajo están todos los datos que necesitas para que quede perfecto.',
    'Llega en empaque reforzado. Revísalo al recibirlo y guarda la caja durante la primera semana.',
  ],
});
