import { walk } from '../dice.ts';
import { type Leaf, screenOf, yesNo } from './leaf.ts';

const kinds = [
  { name: 'Claro', inches: 24, resolution: 'Full HD', panel: 'IPS', hertz: [75, 100], base: 1099, gaming: false },
  { name: 'Ágil', inches: 27, resolution: 'QHD', panel: 'IPS', hertz: [144, 165], base: 2199, gaming: true },
  { name: 'Base', inches: 21.5, resolution: 'Full HD', panel: 'VA', hertz: [60, 75], base: 799, gaming: false },
  { name: 'Amplio', inches: 34, resolution: 'UWQHD', panel: 'VA', hertz: [100, 144], base: 3299, gaming: true },
  { name: 'Studio', inches: 27, resolution: '4K UHD', panel: 'IPS', hertz: [60], base: 2799, gaming: false },
  { name: 'Arena', inches: 32, resolution: 'QHD', panel: 'VA', hertz: [165, 240], base: 2899, gaming: true },
  { name: 'Onix', inches: 27, resolution: 'QHD', panel: 'OLED', hertz: [240], base: 5999, gaming: true },
] as const;

export const monitores: Leaf = {
  path: 'computacion/monitores',
  skuPrefix: 'MON',
  models: 13,
  brands: ['Vistaurel', 'Claristral', 'Jadeonix', 'Ixcanel'],
  lines: ['Mirador', 'Ventana', 'Plano', 'Retablo', 'Jade', 'Ángulo', 'Marco', 'Faro'],
  views: ['detalle', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const kind = walk(kinds, turn);
    const hertz = dice.pick(kind.hertz);
    const curved = kind.inches >= 32 || (kind.panel === 'VA' && kind.gaming);
    const adjustable = kind.base > 1500 || dice.chance(0.4);
    const inputs =
      kind.base >= 2700
        ? 'HDMI, DisplayPort y USB-C'
        : kind.gaming
          ? 'HDMI y DisplayPort'
          : kind.inches < 24
            ? 'HDMI y VGA'
            : 'HDMI y DisplayPort';
    const model = `${line} ${kind.name} ${Math.floor(kind.inches)}${serial}`;
    return {
      model,
      title: `Monitor ${kind.inches}" ${kind.resolution} ${brand} ${model}`,
      values: {
        'tamano-de-pantalla': kind.inches,
        resolucion: kind.resolution,
        'tipo-de-panel': kind.panel,
        'frecuencia-de-actualizacion': hertz,
        curvo: yesNo(curved),
        'altura-ajustable': yesNo(adjustable),
        entradas: inputs,
      },
      quetzales: kind.base + (hertz - kind.hertz[0]) * 5 + (adjustable ? 90 : 0) + dice.between(-60, 160, 20),
      drawing: {
        kind: 'monitor',
        wide: kind.inches >= 32,
        finish: dice.pick(['negro', 'grafito', 'plata']),
        ...screenOf(turn + 37),
      },
      story: {
        openers: [
          `El {marca} {modelo} te da ${kind.inches} pulgadas para trabajar sin encoger la letra ni la espalda. Se conecta en segundos y se queda en tu escritorio por años.`,
          kind.gaming
            ? `A ${hertz} Hz cada giro de cámara se siente inmediato. El {modelo} de {marca} es el monitor que tu consola o tu computadora estaban esperando.`
            : 'Dos ventanas lado a lado, texto nítido y colores que no cansan: el {marca} {modelo} mejora la jornada desde el primer día.',
          `Resolución ${kind.resolution} y panel ${kind.panel}: el {marca} {modelo} muestra tus fotos y tus documentos como son, sin tonos raros.`,
        ],
        features: [
          kind.panel === 'IPS' && 'El panel IPS conserva el color aunque lo mires de lado.',
          kind.panel === 'VA' && 'El panel VA ofrece un contraste alto, con negros que se ven negros.',
          kind.panel === 'OLED' && 'El panel OLED responde en una fracción de milisegundo y su contraste es perfecto.',
          hertz >= 144 && `Los ${hertz} Hz eliminan la sensación de arrastre en juegos rápidos.`,
          curved && 'La curva acerca las esquinas a la vista y ayuda a concentrarse.',
          adjustable && 'La base sube, baja e inclina para quedar a la altura de tus ojos.',
          inputs.includes('USB-C') && 'Por USB-C recibe imagen y carga la laptop con un solo cable.',
          inputs.includes('VGA') && 'Conserva la entrada VGA para equipos con algunos años.',
          'El filtro de luz azul descansa la vista en las noches largas.',
          'Se puede colgar en pared con norma VESA de 100 mm.',
        ],
        closers: [
          'Incluye cable HDMI, fuente de poder y base. El armado no necesita herramientas.',
          'Viene con dos años de garantía y política de píxeles revisada en tienda.',
          'Combínalo con un brazo para monitor y recupera medio escritorio.',
        ],
      },
    };
  },
};
