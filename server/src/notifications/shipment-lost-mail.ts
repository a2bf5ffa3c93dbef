import { formatQ, zero } from '@ceiba/domain/money/money';
import { backToShop, type MailingShop, mailOf, textPart } from './mail-layout.ts';
import { type RefundToTell, refundTexts } from './refund-texts.ts';
import type { WrittenMail } from './write-mail.ts';

/** A shipment that its buyer does not get. */
export interface LostShipment {
  orderNumber: string;
  email: string;
  how: 'undelivered' | 'canceled';
  isPickup: boolean;
  /** Its order has others, too. */
  isSplit: boolean;
  /** Something of its order still comes, or has come. */
  isRestKept: boolean;
  /** What is given back for it, or owed no more. */
  refund: RefundToTell;
  /** What that is for: units its buyer was still to get. */
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
  if (destination !== 'bill') {
    const texts = refundTexts(refund, supportPhone);
    return texts.length > 0 ? texts : ['No queda nada por devolverte de él.'];
  }
  const isPaidInPart = giftCardAmount > 0 || points !== null;
  const unpaid = amount > 0 ? [`Ya no tienes que pagar los ${formatQ(amount)} que faltaban por él.`] : [];
  const rest = refundTexts(isRestKept && owed > 0 ? refund : { ...refund, amount: zero }, supportPhone);
  return [...(isPaidInPart ? unpaid : ['No tienes que pagar nada por él.']), ...rest];
}

/** What a buyer is told when a shipment comes back undelivered, or is canceled alone. Nobody's name is quoted (record 0051). */
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
