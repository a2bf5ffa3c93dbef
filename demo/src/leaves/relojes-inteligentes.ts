import { walk } from '../dice.ts';
import { type Leaf, shapeOf, yesNo } from './leaf.ts';

const grades = [
  { name: '', screen: 'AMOLED', gps: 0.5, water: ['5 ATM', 'IP68'], base: 899, days: [5, 10] },
  { name: 'Lite', screen: 'TFT', gps: 0, water: ['IP68', '3 ATM'], base: 349, days: [5, 12] },
  { name: 'Pro', screen: 'AMOLED', gps: 1, water: ['5 ATM', '10 ATM'], base: 1899, days: [7, 21] },
] as const;
const colourChoices = [
  ['Negro', 'Rosado'],
  ['Negro', 'Azul'],
  ['Gris'],
  ['Beige', 'Negro'],
  ['Azul'],
  ['Negro'],
] as const;

export const relojesInteligentes: Leaf = {
  path: 'celulares-y-tablets/relojes-inteligentes',
  skuPrefix: 'REL',
  models: 9,
  brands: ['Celarquo', 'Zentukia', 'Kukuvolt', 'Serranvox'],
  lines: ['Pulso', 'Ixchel', 'Tempo', 'Órbita', 'Compás', 'Marea', 'Senda', 'Ágora'],
  views: ['detalle', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const grade = walk(grades, turn);
    const gps = dice.chance(grade.gps);
    const calls = grade.base > 500 || dice.chance(0.5);
    const water = dice.pick(grade.water);
    const days = dice.between(grade.days[0], grade.days[1]);
    const millimetres = dice.between(40, 47);
    const round = shapeOf(brand, turn, ['redondo', 'cuadrado']) === 'redondo';
    const model = `${line} ${2 + (turn % 6)}${grade.name ? ` ${grade.name}` : ''}${serial}`;
    return {
      model,
      title: `Reloj inteligente ${brand} ${model} ${millimetres} mm`,
      values: {
        'tamano-de-caja': millimetres,
        pantalla: grade.screen,
        'duracion-de-bateria': days,
        gps: yesNo(gps),
        'llamadas-bluetooth': yesNo(calls),
        'resistencia-al-agua': water,
        'sensor-de-ritmo-cardiaco': 'Sí',
        'color-de-correa': 'Negro',
      },
      quetzales: grade.base + (gps ? 320 : 0) + (calls ? 110 : 0) + days * 11 + (water === '10 ATM' ? 160 : 0),
      colours: walk(colourChoices, turn),
      colourSlug: 'color-de-correa',
      drawing: { kind: 'smartwatch', round, ticks: turn % 2 === 0, pal: turn % 7 },
      story: {
        openers: [
          'El {marca} {modelo} mide tus pasos, tu sueño y tu ritmo cardíaco, y te avisa lo importante sin que saques el celular.',
          `Hasta ${days} días sin cargador: el {modelo} de {marca} te acompaña toda la semana, de la oficina a la cancha.`,
          'Discreto en una reunión y resistente en el gimnasio. El {marca} {modelo} se ve bien con camisa y con pants.',
          'Si te propusiste caminar más, el {marca} {modelo} es el compañero que te lo recuerda con cariño y con datos.',
        ],
        features: [
          grade.screen === 'AMOLED' &&
            'La pantalla AMOLED se lee perfectamente a pleno sol y puede quedar siempre encendida.',
          grade.screen === 'TFT' &&
            'La pantalla a color muestra la hora, las notificaciones y tus metas con letra grande.',
          gps && 'El GPS integrado registra tu ruta aunque dejes el celular en casa.',
          calls && 'Contesta llamadas desde la muñeca con su bocina y micrófono.',
          water.endsWith('ATM')
            ? `Resiste ${water}: puedes nadar con él.`
            : 'Soporta lluvia, sudor y el lavado de manos.',
          'El sensor de ritmo cardíaco mide día y noche y te avisa si algo sale de lo normal.',
          'Tiene más de cien modos de deporte, desde futbol hasta yoga.',
          'Las correas se cambian sin herramientas.',
        ],
        closers: [
          'Incluye cargador magnético y una correa ajustable. Funciona con los sistemas móviles más comunes.',
          'Este producto no es un dispositivo médico; sus mediciones son una referencia para tu bienestar.',
          'Descarga la aplicación gratuita, escanea el código y en un minuto está listo.',
        ],
      },
    };
  },
};
