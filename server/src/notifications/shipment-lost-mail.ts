import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { pointsLabel, pointsProgramTitle } from '@ceiba/domain/points/points';
import { html } from './mail-html.ts';
import { type MailingShop, mailPage } from './mail-layout.ts';
import { button, heading, lead, onCardsTexts, paragraph, section } from './mail-parts.ts';
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
  /** What was paid for it and is given back; zero: nothing was paid. */
  owed: Centavos;
  /** What is back on the gift cards that paid it (DEC-199). */
  onCards: Centavos;
  /** Those that go back for it; null: none do. */
  points: { program: string; points: number } | null;
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

const moneyOf = ({ owed, onCards, points }: LostShipment): string[] => [
  owed > 0 ? `Te devolveremos los ${formatQ(owed)} que pagaste por él.` : 'No tienes que pagar nada por él.',
  ...onCardsTexts(onCards),
  ...(points === null
    ? []
    : [`Te devolvemos ${pointsLabel(points.points)} a tu cuenta de ${pointsProgramTitle(points.program)}.`]),
];

/** What a buyer is told when a shipment comes back undelivered, or is canceled alone. Nobody's name is quoted (record 0078). */
export function shipmentLostMail(shipment: LostShipment, shop: MailingShop): WrittenMail {
  const title = titleOf(shipment);
  const reason = reasonOf(shipment);
  const money = moneyOf(shipment);
  const support = `Si tienes dudas o lo quieres de nuevo, llámanos al ${shop.policy.supportPhone}.`;
  const products = shipment.lines.map(({ quantity, title: name }) => `${quantity} × ${name}`);
  const body = html`
${heading(title)}
${lead(reason)}
${section('Tu pago')}
${[...money, support].map(paragraph)}
${section('Lo que traía')}
${products.map(paragraph)}
${button('Volver a la tienda', `${shop.publicUrl}/`, 28)}`;
  const sections = [
    [title, reason],
    ['Tu pago', ...money, support],
    ['Lo que traía', ...products],
    [`Ceiba · ${shop.publicUrl}/`],
  ];
  return {
    recipient: shipment.email,
    subject: title,
    html: mailPage({ title, preview: reason, ...shop, body }),
    text: sections.map((lines) => lines.join('\n')).join('\n\n'),
  };
}
