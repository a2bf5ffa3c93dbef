import { walk } from '../dice.ts';
import type { Leaf } from './leaf.ts';

const types = ['Router', 'Sistema mesh', 'Repetidor', 'Router', 'Router 4G'] as const;
const standards = [
  { name: 'Wi-Fi 6', speeds: [1800, 3000], factor: 1 },
  { name: 'Wi-Fi 5', speeds: [1200], factor: 0.62 },
  { name: 'Wi-Fi 6E', speeds: [5400], factor: 1.6 },
  { name: 'Wi-Fi 7', speeds: [9300], factor: 2.3 },
] as const;
const basePrice: Readonly<Record<string, number>> = {
  Router: 599,
  'Sistema mesh': 1099,
  Repetidor: 349,
  'Router 4G': 799,
};

export const routersYWifi: Leaf = {
  path: 'computacion/redes/routers-y-wifi',
  skuPrefix: 'RED',
  models: 10,
  brands: ['Rizomira', 'Ixcanel', 'Voltequia'],
  lines: ['Malla', 'Nodo', 'Raíz', 'Antena', 'Cima', 'Pasarela'],
  views: ['caja'],
  draft({ dice, turn, brand, line, serial }) {
    const type = walk(types, turn);
    const standard =
      type === 'Repetidor' || type === 'Router 4G'
        ? walk(standards, turn % 2)
        : walk(standards, Math.floor(turn / 2) + (turn % 2));
    const speed = dice.pick(standard.speeds);
    const units = type === 'Sistema mesh' ? dice.pick(['2', '3']) : '1';
    const antennas = type === 'Repetidor' || type === 'Sistema mesh' ? 2 : dice.pick([2, 4, 6]);
    const area =
      type === 'Repetidor'
        ? dice.between(60, 120, 20)
        : type === 'Sistema mesh'
          ? dice.between(300, 500, 20)
          : dice.between(100, 220, 20);
    const model = `${line} ${Math.round(speed / 100)}X${serial}`;
    const look =
      type === 'Repetidor'
        ? { kind: 'repeater' }
        : {
            kind: 'router',
            variant: type === 'Sistema mesh' ? 'mesh' : 'antenas',
            antenas: antennas,
            nodos: Number(units),
          };
    return {
      model,
      title: `${type} ${standard.name} ${brand} ${model}`,
      values: {
        tipo: type,
        'estandar-wi-fi': standard.name,
        'velocidad-maxima': speed,
        'puertos-lan': type === 'Repetidor' ? 1 : type === 'Sistema mesh' ? 2 : dice.pick([3, 4]),
        antenas: antennas,
        cobertura: area,
        'unidades-incluidas': units,
      },
      quetzales: (basePrice[type] ?? 500) * standard.factor * (units === '3' ? 1.3 : 1) + speed / 40,
      drawing: {
        ...look,
        finish: type === 'Router' || type === 'Router 4G' ? dice.pick(['negro', 'perla', 'grafito']) : 'perla',
      },
      story: {
        openers: [
          `Si en tu casa hay un cuarto donde "no llega el internet", el {marca} {modelo} es para ti: cubre hasta ${area} m² con señal pareja.`,
          'Clases, series, juegos y trabajo al mismo tiempo. El {modelo} de {marca} reparte la conexión para que nadie se quede esperando.',
          'El {marca} {modelo} se instala desde el celular en pocos pasos y desde ahí controlas quién se conecta y a qué hora.',
        ],
        features: [
          type === 'Sistema mesh' &&
            `Sus ${units} unidades forman una sola red: caminas por la casa y la llamada no se corta.`,
          type === 'Repetidor' && 'Se enchufa a medio camino y extiende la red que ya tienes, sin cables.',
          type === 'Router 4G' && 'Funciona con una SIM de datos, perfecto para fincas y locales sin línea fija.',
          standard.name === 'Wi-Fi 7' &&
            'El Wi-Fi 7 es lo más nuevo: menos espera y más velocidad para equipos recientes.',
          standard.name === 'Wi-Fi 6E' && 'La banda de 6 GHz está casi vacía, así que tus aparatos respiran.',
          standard.name === 'Wi-Fi 6' && 'El Wi-Fi 6 atiende a muchos dispositivos a la vez sin saturarse.',
          standard.name === 'Wi-Fi 5' && 'El Wi-Fi de doble banda es más que suficiente para planes de hogar.',
          `Alcanza ${speed.toLocaleString('en-US')} Mbps combinados entre sus bandas.`,
          'El control parental pausa el internet a la hora de dormir.',
          'Puedes crear una red para invitados y no compartir tu contraseña.',
        ],
        closers: [
          'Incluye fuente de poder, cable de red y guía de instalación.',
          'Compatible con los proveedores de internet del país; conserva el módem que te instalaron.',
          'Colócalo en un lugar alto y despejado para aprovecharlo mejor.',
        ],
      },
    };
  },
};
