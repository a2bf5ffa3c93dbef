import { walk } from '../dice.ts';
import { type Leaf, midTitle, yesNo } from './leaf.ts';

const capacities = [12000, 9000, 18000, 12000, 24000, 9000, 36000] as const;
const basePrice: Readonly<Record<number, number>> = { 9000: 2899, 12000: 3399, 18000: 4799, 24000: 6199, 36000: 9499 };
const area: Readonly<Record<number, number>> = { 9000: 15, 12000: 20, 18000: 30, 24000: 40, 36000: 60 };

export const airesAcondicionados: Leaf = {
  path: 'linea-blanca/climatizacion/aires-acondicionados',
  skuPrefix: 'AIR',
  models: 10,
  brands: ['Ventisquel', 'Frescoralia', 'Polarinda', 'Norvexia'],
  lines: ['Brisa', 'Sombra', 'Aliento', 'Nevada', 'Sereno', 'Abanico', 'Frescor', 'Polo'],
  views: ['ambiente', 'detalle'],
  draft({ dice, turn, brand, line, serial }) {
    const capacity = walk(capacities, turn);
    // Portable and window units exist only up to 12,000 BTU.
    const type =
      capacity > 12000 ? 'Mini split' : walk(['Mini split', 'Portátil', 'De ventana'] as const, Math.floor(turn / 2));
    const split = type === 'Mini split';
    const inverter = split && dice.chance(0.7);
    const wifi = inverter && dice.chance(0.6);
    const heat = split && dice.chance(0.3);
    const model = `${line} ${capacity / 1000}K${inverter ? ' Inverter' : ''}${serial}`;
    return {
      model,
      title: `Aire acondicionado ${midTitle(type)} ${capacity.toLocaleString('en-US')} BTU ${brand} ${model}`,
      values: {
        capacidad: capacity,
        tipo: type,
        inverter: yesNo(inverter),
        eficiencia: inverter ? dice.between(18, 24) : dice.between(12, 15),
        funcion: heat ? 'Frío y calor' : 'Solo frío',
        'area-sugerida': area[capacity] ?? 20,
        voltaje: capacity >= 18000 ? 220 : split ? dice.pick([110, 220]) : 110,
        'wi-fi': yesNo(wifi),
      },
      quetzales:
        (basePrice[capacity] ?? 3500) * (split ? 1 : 0.88) + (inverter ? 700 : 0) + (wifi ? 150 : 0) + (heat ? 250 : 0),
      drawing: {
        kind: 'aircon',
        variant: split ? 'split' : type === 'Portátil' ? 'portatil' : 'ventana',
        finish: dice.pick(['perla', 'perla', 'plata', 'grafito']),
      },
      story: {
        openers: [
          `En la costa o en una tarde de abril en la ciudad, el {marca} {modelo} baja la temperatura de un espacio de ${area[capacity]} m² en pocos minutos.`,
          'Dormir fresco cambia el día siguiente. El {modelo} de {marca} trabaja con suavidad y sin ruidos que despierten a nadie.',
          `Con ${capacity.toLocaleString('en-US')} BTU, el {marca} {modelo} es la medida correcta para no quedarse corto ni pagar de más en la factura de luz.`,
        ],
        features: [
          inverter &&
            'El compresor inverter mantiene la temperatura sin encender y apagar a cada rato, y eso se nota en el recibo.',
          type === 'Portátil' &&
            'Tiene ruedas y manguera para ventana: lo llevas del dormitorio a la oficina sin instalación.',
          type === 'De ventana' && 'Se instala en una sola pieza, directo en la ventana o en un hueco de la pared.',
          split && 'La unidad exterior se coloca lejos del cuarto, así adentro casi no se oye.',
          heat && 'También calienta, algo que se agradece en Xela y en las noches frías de diciembre.',
          wifi && 'Por Wi-Fi lo enciendes desde el celular antes de llegar a casa.',
          'El modo nocturno ajusta la temperatura poco a poco mientras duermes.',
          'Sus filtros se sacan y se lavan en cinco minutos.',
        ],
        closers: [
          split
            ? 'La instalación se contrata por separado con un técnico certificado. Incluye control remoto y kit básico de tubería.'
            : 'Incluye control remoto y accesorios de montaje.',
          'Revisa el voltaje antes de comprar: aparece en la tabla de especificaciones.',
          'Limpia los filtros una vez al mes para que enfríe como el primer día.',
        ],
      },
    };
  },
};
