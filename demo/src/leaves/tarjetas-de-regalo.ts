import { walk } from '../dice.ts';
import type { Leaf } from './leaf.ts';
import { screenOf } from './leaf.ts';

const amounts = [100, 200, 250, 300, 500, 750, 1000] as const;

/** Virtual gift cards of Q100 to Q1,000; the price is the amount on the card. */
export const tarjetasDeRegalo: Leaf = {
  path: 'tarjetas-de-regalo',
  skuPrefix: 'REGALO',
  models: amounts.length,
  brands: ['Ceiba'],
  lines: ['Tarjeta'],
  views: [],
  draft({ turn, serial }) {
    const amount = walk(amounts, turn);
    const label = `Q${amount.toLocaleString('en-US')}`;
    return {
      model: `Tarjeta ${label}${serial}`,
      title: `Tarjeta de regalo virtual ${label}`,
      values: { monto: label, entrega: 'Por correo electrónico', vigencia: '5 años' },
      quetzales: amount,
      drawing: { kind: 'giftcard', amount: label, ...screenOf(turn * 2 + 1) },
      story: {
        openers: [
          `Regala ${label} para que cada quien elija lo que de verdad quiere. La tarjeta llega por correo con tu mensaje, el día que tú decidas.`,
          `¿Cumpleaños, graduación o agradecimiento? Esta tarjeta de ${label} se entrega al instante y sirve para todo el catálogo de Ceiba.`,
        ],
        features: [
          'Escribes el nombre y el correo de quien la recibe, agregas unas palabras y eliges la fecha de entrega.',
          'No tiene costo de envío ni se pierde en el camino.',
          'Se puede usar en una o en varias compras hasta agotar el saldo.',
        ],
        closers: [
          'Es un producto digital: no se envía por mensajería ni se recoge en tienda. Vigencia de cinco años, sin comisiones.',
          'El código es personal; guárdalo como si fuera efectivo.',
        ],
      },
    };
  },
};
