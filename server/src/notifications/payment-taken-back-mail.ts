import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { backToShop, linkPart, type MailingShop, mailOf, textPart } from './mail-layout.ts';
import type { WrittenMail } from './write-mail.ts';

interface TakenBack {
  number: string;
  email: string;
  /** Amount to pay again. */
  owed: Centavos;
  /** The store where the order is paid. Null if its name is not known. */
  payAt: string | null;
}

/**
 * Writes the mail to a buyer whose payment at a store was reversed. The payment was recorded for the wrong order, or the money was given
 * back (CASH-02).
 */
export function paymentTakenBackMail({ number, email, owed, payAt }: TakenBack, shop: MailingShop): WrittenMail {
  const where = payAt === null ? 'en la tienda' : `en ${payAt}`;
  return mailOf(
    {
      recipient: email,
      subject: `Pedido ${number}: anulamos tu pago en la tienda`,
      title: 'Anulamos el pago de tu pedido',
      news: `Anulamos el pago que teníamos anotado. Tu pedido espera otra vez su pago de ${formatQ(owed)} ${where}.`,
      parts: [
        textPart('Si ya lo pagaste', [
          `Llámanos al ${shop.policy.supportPhone} con tu recibo a la mano, o muéstralo en la tienda, y lo revisamos.`,
        ]),
        linkPart('Ver mis pedidos', `${shop.publicUrl}/dashboard/orders`),
        backToShop(shop),
      ],
    },
    shop,
  );
}
