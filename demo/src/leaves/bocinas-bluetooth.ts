import { walk } from '../dice.ts';
import { type Leaf, yesNo } from './leaf.ts';

const shapes = [
  { shape: 'cilindro', watts: [20, 60], weight: [0.6, 1.6], base: 299 },
  { shape: 'torre', watts: [300, 1000], weight: [9, 20], base: 1299 },
  { shape: 'domo', watts: [5, 20], weight: [0.2, 0.6], base: 149 },
  { shape: 'cilindro', watts: [60, 120], weight: [1.8, 3.4], base: 599 },
] as const;
const colourChoices = [
  ['Negro', 'Azul', 'Rojo'],
  ['Negro'],
  ['Azul', 'Verde'],
  ['Gris'],
  ['Rojo'],
  ['Negro', 'Verde'],
] as const;

export const bocinasBluetooth: Leaf = {
  path: 'audio/bocinas/bocinas-bluetooth',
  skuPrefix: 'BOC',
  models: 10,
  brands: ['Marimbex', 'Tukanel', 'Serranvox', 'Ondalira', 'Sonarquia'],
  lines: ['Playa', 'Fiesta', 'Bolsillo', 'Volcán', 'Patio', 'Feria', 'Marimba', 'Ola', 'Parranda', 'Barrio'],
  views: ['detalle', 'caja'],
  draft({ dice, turn, brand, line, serial }) {
    const form = walk(shapes, turn);
    const tower = form.shape === 'torre';
    const watts = dice.between(form.watts[0], form.watts[1], tower ? 50 : 5);
    const hours = tower ? dice.between(8, 14) : dice.between(8, 24);
    const water = tower ? 'Sin certificación' : dice.pick(['IPX5', 'IPX7', 'IP67']);
    const lights = tower || dice.chance(0.35);
    const link = watts >= 40 || dice.chance(0.4);
    const model = `${line} ${tower ? 'XL' : watts >= 60 ? 'Plus' : watts <= 15 ? 'Mini' : 'Go'} ${1 + (turn % 6)}${serial}`;
    return {
      model,
      title: `Bocina Bluetooth ${watts} W ${brand} ${model}`,
      values: {
        potencia: watts,
        'duracion-de-bateria': hours,
        'resistencia-al-agua': water,
        'luces-led': yesNo(lights),
        'entrada-de-microfono': yesNo(tower),
        'enlace-entre-bocinas': yesNo(link),
        color: 'Negro',
        peso: dice.between(form.weight[0], form.weight[1], 0.1),
      },
      quetzales: form.base + (watts - form.watts[0]) * (tower ? 2.4 : 5) + (water === 'IP67' ? 60 : 0) + hours * 3,
      colours: tower ? ['Negro'] : walk(colourChoices, turn),
      colourSlug: 'color',
      drawing: { kind: 'speaker', variant: form.shape },
      story: {
        openers: [
          `Lleva la música a donde vayas. La {marca} {modelo} entrega ${watts} W y hasta ${hours} horas de batería, así que la reunión termina antes que la carga.`,
          tower
            ? 'La {marca} {modelo} es para cuando la sala se convierte en pista de baile: bajos que se sienten, luces que siguen el ritmo y volumen para todo el patio.'
            : 'La {marca} {modelo} cabe en la mochila y suena como si no cupiera. Perfecta para la piscina, la oficina o el fin de semana en el lago.',
          'Bajos firmes, voces limpias y un botón grande para cada cosa: la {modelo} de {marca} es de esas bocinas que cualquiera sabe usar.',
          'Desayuno con boleros, limpieza con cumbia y noche de jazz. La {marca} {modelo} acompaña toda la casa sin cables.',
        ],
        features: [
          water === 'IP67' &&
            'Es resistente al polvo y al agua (IP67): arena, lluvia o un chapuzón accidental no la detienen.',
          water === 'IPX7' && 'Su protección IPX7 aguanta una caída a la piscina sin drama.',
          water === 'IPX5' && 'Soporta salpicaduras y llovizna gracias a su protección IPX5.',
          lights && 'Las luces LED se mueven con la música y se pueden apagar cuando prefieras algo más tranquilo.',
          tower && 'Trae entrada de micrófono para el karaoke o para el que siempre quiere decir unas palabras.',
          link && 'Puedes enlazar dos bocinas iguales y tener sonido estéreo en espacios grandes.',
          `La batería rinde hasta ${hours} horas a volumen medio.`,
          !tower && 'Pesa poco y trae correa para colgarla donde haga falta.',
          'Se vuelve a conectar sola a tu celular en cuanto la enciendes.',
        ],
        closers: [
          'Incluye cable de carga USB-C y guía de uso. Cárgala por completo antes de usarla por primera vez.',
          tower
            ? 'Incluye cable de corriente para 110 V, control remoto y un micrófono alámbrico.'
            : 'En la caja vienen la bocina, el cable de carga y la correa.',
          'Compatible con celulares, tabletas, computadoras y televisores con Bluetooth.',
        ],
      },
    };
  },
};
