import type { CivilDate } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { backToShop, type MailingShop, mailOf, textPart } from './mail-layout.ts';
import type { WrittenMail } from './write-mail.ts';

/** A buyer's open orders whose promise a changed presale date has moved. */
interface MovedPresale {
  email: string;
  /** The name of the presale product. */
  title: string;
  date: CivilDate;
  /** The orders with their new promised days. */
  orders: readonly { number: string; promisedOn: CivilDate; isPickup: boolean }[];
}

const orderText = ({ number, promisedOn, isPickup }: MovedPresale['orders'][number]): string =>
  `Pedido ${number}: ${isPickup ? 'puedes recogerlo desde' : 'llega'} el ${formatDate(promisedOn)}.`;

/** Writes the mail about a changed presale date (PROD-12). One mail names all open orders of the buyer. */
export function presaleMovedMail({ email, title, date, orders }: MovedPresale, shop: MailingShop): WrittenMail {
  const subject = `Cambió la fecha de tu preventa: ${title}`;
  const news = `Ahora está disponible a partir del ${formatDate(date)}.`;
  const support = `Si ya no te sirve, llámanos al ${shop.policy.supportPhone}.`;
  const parts = [
    textPart(orders.length === 1 ? 'Tu pedido' : 'Tus pedidos', orders.map(orderText)),
    textPart('¿Dudas?', [support]),
    backToShop(shop),
  ];
  return mailOf({ recipient: email, subject, news, parts }, shop);
}
