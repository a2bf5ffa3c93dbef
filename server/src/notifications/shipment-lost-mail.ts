import { formatQ, zero } from '@ceiba/domain/money/money';
import { backToShop, type MailingShop, mailOf, textPart } from './mail-layout.ts';
import { type RefundInMail, refundTexts } from './refund-texts.ts';
import type { WrittenMail } from './write-mail.ts';

/** A shipment that will not reach its buyer. */
export interface LostShipment {
  orderNumber: string;
  email: string;
  how: 'undelivered' | 'canceled';
  isPickup: boolean;
  /** True if the order has other shipments. */
  isSplit: boolean;
  /** True if other parts of the order are coming or have arrived. */
  isRestKept: boolean;
  /** The amount that is given back for the shipment, or no longer owed. */
  refund: RefundInMail;
  /** The refunded units, which the buyer has not received. */
  lines: { title: string; quantity: number }[];
}

const titleOf = ({ how, isPickup, isSplit, orderNumber }: LostShipment): string => {
  const what = isSplit ? `un envío de tu pedido ${orderNumber}` : `tu pedido ${orderNumber}`;
  if (how === 'canceled') return `Cancelamos ${what}`;
  return isPickup ? `No se recogió ${what}` : `No pudimos entregarte ${what}`;
};

const reasonOf = ({ how, isPickup, isRestKept }: LostShipment): string => {
  const rest = isRestKept ? ' Lo demás de tu pedido sigue igual.' : '';
  if (how === 'canceled') return `Tuvimos que cancelarlo: ya no se entregará.${rest}`;
  return isPickup
    ? `Te esperó en la tienda y nadie lo recogió. Sus productos ya no están apartados.${rest}`
    : `Lo llevamos a la dirección de entrega y no fue posible entregarlo. Sus productos regresan con nosotros.${rest}`;
};

function moneyOf({ refund, isRestKept }: LostShipment, supportPhone: string): string[] {
  const { amount, destination, giftCardAmount, points, owed } = refund;
  if (destination !== 'owed_less') {
    const texts = refundTexts(refund, supportPhone);
    return texts.length > 0 ? texts : ['No queda nada por devolverte de él.'];
  }
  const isPaidInPart = giftCardAmount > 0 || points !== null;
  const unpaid = amount > 0 ? [`Ya no tienes que pagar los ${formatQ(amount)} que faltaban por él.`] : [];
  const rest = refundTexts(isRestKept && owed > 0 ? refund : { ...refund, amount: zero }, supportPhone);
  return [...(isPaidInPart ? unpaid : ['No tienes que pagar nada por él.']), ...rest];
}

/**
 * Writes the mail to a buyer whose shipment came back undelivered, or was canceled without the rest of its order. The mail contains no
 * names (record 0051).
 */
export function shipmentLostMail(shipment: LostShipment, shop: MailingShop): WrittenMail {
  const title = titleOf(shipment);
  const reason = reasonOf(shipment);
  const money = moneyOf(shipment, shop.policy.supportPhone);
  const support = `Si tienes dudas o lo quieres de nuevo, llámanos al ${shop.policy.supportPhone}.`;
  const products = shipment.lines.map(({ quantity, title: name }) => `${quantity} × ${name}`);
  const parts = [
    textPart('Tu pago', [...money, support]),
    ...(products.length === 0 ? [] : [textPart('Lo que traía', products)]),
    backToShop(shop),
  ];
  return mailOf({ recipient: shipment.email, subject: title, news: reason, parts }, shop);
}
