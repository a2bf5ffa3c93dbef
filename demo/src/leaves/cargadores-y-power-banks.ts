import { walk } from '../dice.ts';
import { type Leaf, yesNo } from './leaf.ts';

const types = ['Cargador de pared', 'Power bank', 'Cargador de carro', 'Cargador inalámbrico', 'Power bank'] as const;
const variants: Readonly<Record<string, string>> = {
  'Cargador de pared': 'pared',
  'Power bank': 'powerbank',
  'Cargador de carro': 'carro',
  'Cargador inalámbrico': 'inalambrico',
};
const colourChoices = [
  ['Blanco', 'Negro'],
  ['Negro', 'Azul'],
  ['Negro'],
  ['Negro'],
  ['Azul'],
  ['Blanco'],
  ['Negro', 'Blanco'],
] as const;

export const cargadoresYPowerBanks: Leaf = {
  path: 'celulares-y-tablets/accesorios/cargadores-y-power-banks',
  skuPrefix: 'CRG',
  models: 11,
  brands: ['Kukuvolt', 'Voltequia', 'Chispatek', 'Zentukia'],
  lines: ['Rayo', 'Ágil', 'Tándem', 'Celda', 'Dínamo', 'Impulso', 'Voltio', 'Reserva'],
  views: ['caja'],
  draft({ dice, turn, brand, line, serial }) {
    const type = walk(types, turn);
    const bank = type === 'Power bank';
    const wireless = type === 'Cargador inalámbrico';
    const watts = wireless
      ? dice.pick([12, 18, 20])
      : bank
        ? dice.pick([18, 20, 30, 45])
        : type === 'Cargador de carro'
          ? dice.pick([20, 30, 45])
          : dice.pick([20, 30, 45, 65, 100]);
    const capacity = bank ? (watts >= 30 ? dice.pick([20000, 30000]) : dice.pick([5000, 10000, 20000])) : 0;
    const ports = wireless
      ? '1 USB-C'
      : watts >= 65
        ? '2 USB-C y 1 USB-A'
        : bank || watts >= 30
          ? 'USB-C y USB-A'
          : dice.pick(['1 USB-C', '1 USB-A']);
    const gan = type === 'Cargador de pared' && watts >= 45;
    const cable = dice.chance(0.5);
    const model = `${line} ${bank ? `${capacity / 1000}K` : gan ? 'GaN' : wireless ? 'Base' : `S${watts}`}${serial}`;
    return {
      model,
      title: `${type} ${watts} W ${brand} ${model}`,
      values: {
        tipo: type,
        potencia: watts,
        puertos: ports,
        capacidad: capacity,
        'incluye-cable': yesNo(cable),
        'tecnologia-gan': yesNo(gan),
        color: 'Negro',
      },
      quetzales: 49 + watts * 2.3 + capacity * 0.0085 + (wireless ? 70 : 0) + (gan ? 60 : 0) + (cable ? 25 : 0),
      colours: walk(colourChoices, turn),
      colourSlug: 'color',
      drawing: { kind: 'charger', variant: variants[type] ?? 'pared' },
      story: {
        openers: [
          bank
            ? `El {marca} {modelo} guarda ${capacity.toLocaleString('en-US')} mAh para los días largos: trámites, viaje a la costa o cuando se va la luz.`
            : `Con ${watts} W de potencia, el {marca} {modelo} deja atrás los cargadores que tardan toda la noche.`,
          'Chiquito, resistente y sin vueltas: el {modelo} de {marca} es el cargador que siempre termina en la mochila de alguien más. Mejor compra dos.',
          'El {marca} {modelo} reconoce el aparato que conectas y le entrega solo la energía que necesita, sin calentarse de más.',
        ],
        features: [
          gan && 'La tecnología GaN reduce el tamaño a la mitad y mantiene la temperatura baja.',
          bank && capacity >= 20000 && 'Alcanza para cargar un celular unas cuatro veces.',
          bank && capacity < 20000 && 'Cabe en el bolsillo y da una o dos cargas completas a un celular.',
          type === 'Cargador de carro' && 'Entra firme en el encendedor y no se afloja con los túmulos.',
          wireless && 'Solo pones el celular encima y empieza a cargar, también con protector delgado.',
          watts >= 65 && 'Tiene potencia para una laptop con USB-C y un celular al mismo tiempo.',
          ports === 'USB-C y USB-A' && 'Sus dos puertos sirven para cables nuevos y viejos.',
          cable && 'Trae un cable USB-C de un metro.',
          !cable && 'Se vende sin cable, para que uses el que ya tienes.',
          'Protege contra sobrecarga, sobrevoltaje y cortocircuito.',
        ],
        closers: [
          'Compatible con celulares, audífonos, relojes y tabletas de cualquier marca.',
          bank
            ? 'Puedes llevarlo en el equipaje de mano del avión. Cárgalo por completo cada tres meses si no lo usas.'
            : 'Funciona de 100 a 240 V, útil también cuando viajas.',
          'Un accesorio pequeño que te saca de apuros: revisa los colores disponibles.',
        ],
      },
    };
  },
};
