import type { OrderSnapshot } from './confirmed-order.ts';

export interface NextStep {
  title: string;
  text: string;
}

/** What happens after an order, by how it is received and paid (ORD-14). */
export function nextSteps(order: Pick<OrderSnapshot, 'delivery' | 'isCash' | 'email'>): NextStep[] {
  const received = { title: 'Recibimos tu pedido', text: `Te enviamos la confirmación a ${order.email}.` };
  if (order.delivery === null) {
    const text = 'Recibirás tus productos digitales por correo electrónico.';
    return [received, { title: 'Entrega digital', text }];
  }
  if (order.delivery.deliveryType === 'storepickup') {
    const text = order.isCash
      ? 'Presenta tu número de orden y tu identificación, y paga en efectivo al recoger.'
      : 'Presenta tu número de orden y tu identificación.';
    return [
      received,
      { title: 'Lo preparamos en la tienda', text: 'Te avisamos por correo cuando esté listo.' },
      { title: 'Recógelo', text },
    ];
  }
  const payment = order.isCash ? 'Ten listo el efectivo: el mensajero cobra al entregar.' : 'Recibe tu pedido y listo.';
  return [
    received,
    { title: 'Lo preparamos y enviamos', text: 'Cada envío sale en la fecha que te indicamos.' },
    { title: 'Llega a tu puerta', text: payment },
  ];
}
