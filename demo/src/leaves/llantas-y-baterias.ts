import { walk } from '../dice.ts';
import type { Draft, Leaf, Turn } from './leaf.ts';

const tyres = [
  { size: '185/65 R15', vehicle: 'Automóvil', base: 449 },
  { size: '205/55 R16', vehicle: 'Automóvil', base: 549 },
  { size: '235/75 R15', vehicle: 'Pick-up', base: 849 },
  { size: '110/90-17', vehicle: 'Motocicleta', base: 329 },
  { size: '225/65 R17', vehicle: 'Camioneta', base: 899 },
] as const;
const batteries = [
  { plates: 11, amps: 550, vehicle: 'Automóvil', base: 749 },
  { plates: 13, amps: 650, vehicle: 'Camioneta', base: 949 },
  { plates: 5, amps: 120, vehicle: 'Motocicleta', base: 299 },
  { plates: 15, amps: 800, vehicle: 'Pick-up', base: 1199 },
] as const;

/** Attributes are the shop's own: the catalogue brief has no leaf for tyres and batteries. */
export const llantasYBaterias: Leaf = {
  path: 'motos-y-vehiculos/llantas-y-baterias',
  skuPrefix: 'LLA',
  models: 9,
  brands: ['Pacayux', 'Voltequia', 'Kukuvolt', 'Rizomira'],
  lines: ['Agarre', 'Arranque', 'Camino', 'Chispazo', 'Sendero', 'Vereda', 'Ruta', 'Kilómetro'],
  views: ['detalle'],
  draft(turn) {
    // Brands with "volt" in the name make batteries, the other two tyres.
    return turn.brand === 'Voltequia' || turn.brand === 'Kukuvolt' ? battery(turn) : tyre(turn);
  },
};

function tyre({ dice, turn, brand, line, serial }: Turn): Draft {
  const kind = walk(tyres, Math.floor(turn / 2) + (turn % 2));
  const thousands = dice.between(40, 80, 10);
  const model = `${line} ${thousands}${serial}`;
  return {
    model,
    title: `Llanta ${kind.size} ${brand} ${model}`,
    values: {
      producto: 'Llanta',
      vehiculo: kind.vehicle,
      medida: kind.size,
      'rendimiento-esperado': `${thousands},000 km`,
    },
    quetzales: kind.base + thousands * 3,
    drawing: { kind: 'tyre', variant: kind.vehicle === 'Motocicleta' ? 'moto' : 'auto', finish: 'negro' },
    story: {
      openers: [
        `La {marca} {modelo} en medida ${kind.size} está hecha para las calles de aquí: túmulos, baches, lluvia fuerte y subidas largas.`,
        'Frenar en mojado es lo que separa a una buena llanta de una barata. La {modelo} de {marca} evacúa el agua y se aferra al camino.',
      ],
      features: [
        `Recomendada para ${kind.vehicle.toLowerCase()}, con un rendimiento esperado de ${thousands},000 kilómetros.`,
        'El diseño de la banda reduce el ruido en carretera.',
        'Los costados reforzados resisten golpes contra banquetas.',
        'Compuesto de sílice para gastar menos combustible.',
      ],
      closers: [
        'Precio por unidad. Se recoge en tienda; pregunta por montaje y balanceo.',
        'Disponible solo para recoger en tienda. Revisa la medida escrita en el costado de tu llanta actual.',
      ],
    },
  };
}

function battery({ dice, turn, brand, line, serial }: Turn): Draft {
  const kind = walk(batteries, Math.floor(turn / 2));
  const months = dice.pick([12, 18, 24]);
  const model = `${line} ${kind.amps}${serial}`;
  return {
    model,
    title: `Batería 12 V ${kind.plates} placas ${brand} ${model}`,
    values: {
      producto: 'Batería',
      vehiculo: kind.vehicle,
      placas: kind.plates,
      'corriente-de-arranque': kind.amps,
      'libre-de-mantenimiento': 'Sí',
    },
    quetzales: kind.base + months * 6,
    drawing: { kind: 'battery', finish: dice.pick(['negro', 'grafito', 'medianoche']) },
    story: {
      openers: [
        `La {marca} {modelo} arranca a la primera, también en las mañanas frías del altiplano. Entrega ${kind.amps} amperios de arranque y no necesita agua.`,
        'Una batería confiable se nota el día que no te deja varado. La {modelo} de {marca} está sellada y lista para instalar.',
      ],
      features: [
        `Pensada para ${kind.vehicle.toLowerCase()}, con ${kind.plates} placas por celda.`,
        'Es libre de mantenimiento y resistente a la vibración.',
        'El indicador superior muestra el estado de carga.',
        'Las terminales protegidas evitan cortocircuitos al instalarla.',
      ],
      closers: [
        'Entrega tu batería usada al recoger y la reciclamos. Disponible solo en tienda.',
        'Se recoge en tienda; ahí mismo revisamos el alternador sin costo.',
      ],
    },
  };
}
