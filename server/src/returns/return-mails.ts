import { mailTextOf } from '@ceiba/domain/policies/mail-texts';
import { type ReturnOutcome, unitsOf } from '@ceiba/domain/returns/return-outcome';
import { linkPart, type MailingShop, mailOf, textPart } from '../notifications/mail-layout.ts';
import { type RefundInMail, refundTexts } from '../notifications/refund-texts.ts';
import type { WrittenMail } from '../notifications/write-mail.ts';

/** The data of a return that its mails show. */
export interface MailedReturn {
  /** For example "D-100001". */
  number: string;
  orderNumber: string;
  title: string;
  quantity: number;
  email: string;
}

interface Words {
  subject: string;
  title: string;
  news: string;
  /** Sections with their own headings, between the returned product and the next steps. */
  more?: readonly { title: string; texts: readonly string[] }[];
  next: string;
}

function returnMail(
  mailed: MailedReturn,
  { subject, title, news, more = [], next }: Words,
  shop: MailingShop,
  goods = 'Lo que devuelves',
): WrittenMail {
  const facts = [
    `${mailed.quantity} × ${mailed.title}`,
    `Devolución ${mailed.number} del pedido ${mailed.orderNumber}`,
  ];
  const parts = [
    textPart(goods, facts),
    ...more.map((part) => textPart(part.title, part.texts)),
    textPart('Qué sigue', [next]),
    linkPart('Ver mis devoluciones', `${shop.publicUrl}/dashboard/returns`),
  ];
  return mailOf({ recipient: mailed.email, subject, title, news, parts }, shop);
}

/** Composes the mail that the request has arrived (DEC-12, DEC-142). */
export function returnRequestedMail(mailed: MailedReturn, shop: MailingShop): WrittenMail {
  const { policy } = shop;
  const values = { numero: mailed.number, orden: mailed.orderNumber, tienda: policy.shopName };
  const { subject, opening: news } = mailTextOf('returnReceived', policy.mailTexts, values);
  return returnMail(
    mailed,
    {
      subject,
      title: 'Recibimos tu solicitud',
      news,
      next: `Te contactaremos para acordar cómo nos lo haces llegar. Si tienes dudas, llámanos al ${policy.supportPhone}.`,
    },
    shop,
  );
}

const answerWords = {
  approve: {
    subject: 'puedes enviarla',
    title: 'Aprobamos tu devolución',
    news: (number: string) => `Aprobamos tu devolución ${number}.`,
    more: 'Cómo nos lo haces llegar',
    next: (phone: string) => `Cuando lo tengamos, lo revisamos y te escribimos. Si tienes dudas, llámanos al ${phone}.`,
  },
  reject: {
    subject: 'no podemos aceptarla',
    title: 'No aceptamos tu devolución',
    news: (number: string) => `No aceptamos tu devolución ${number}.`,
    more: 'Por qué',
    next: (phone: string) => `Si no estás de acuerdo, llámanos al ${phone}.`,
  },
  cancel: {
    subject: 'cancelada',
    title: 'Cancelamos tu devolución',
    news: (number: string) => `Cancelamos tu devolución ${number}: conservas el producto.`,
    more: '',
    next: (phone: string) => `Si no lo pediste, llámanos al ${phone}.`,
  },
} as const;

/** Composes the mail about an answer to the return: approved with instructions, rejected with the reason, or canceled (WORK-20). */
export function returnAnsweredMail(
  mailed: MailedReturn,
  { step, text }: { step: keyof typeof answerWords; text: string | null },
  shop: MailingShop,
): WrittenMail {
  const { subject, title, news, more, next } = answerWords[step];
  return returnMail(
    mailed,
    {
      subject: `Devolución ${mailed.number}: ${subject}`,
      title,
      news: news(mailed.number),
      more: text === null || more === '' ? [] : [{ title: more, texts: [text] }],
      next: next(shop.policy.supportPhone),
    },
    shop,
  );
}

/** Composes the mail that the goods have arrived. */
export const returnArrivedMail = (mailed: MailedReturn, shop: MailingShop): WrittenMail =>
  returnMail(
    mailed,
    {
      subject: `Devolución ${mailed.number}: ya la tenemos`,
      title: 'Recibimos tu devolución',
      news: `Ya tenemos el producto de tu devolución ${mailed.number}.`,
      next: `Lo revisamos y te decimos cómo sigue. Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`,
    },
    shop,
  );

/** Composes the mail that rejected units are on their way back. `quantity`: their number. `how`: the sender's words. */
export const returnSentBackMail = (mailed: MailedReturn & { how: string }, shop: MailingShop): WrittenMail =>
  returnMail(
    mailed,
    {
      subject: `Devolución ${mailed.number}: va de regreso`,
      title: 'Te regresamos tu producto',
      news: `Lo que no aceptamos de tu devolución ${mailed.number} va de regreso a ti.`,
      more: [{ title: 'Cómo te llega', texts: [mailed.how] }],
      next: `Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`,
    },
    shop,
    'Lo que te regresamos',
  );

/**
 * Composes the mail that rejected units stay at the shop, as agreed. It asks buyers who did not agree to call. `how`: the words
 * of the person who recorded it.
 */
export const rejectedUnitsKeptMail = (mailed: MailedReturn & { how: string }, shop: MailingShop): WrittenMail =>
  returnMail(
    mailed,
    {
      subject: `Devolución ${mailed.number}: se queda con nosotros`,
      title: 'No te regresamos tu producto',
      news: `Anotamos que no quieres de regreso lo que no aceptamos de tu devolución ${mailed.number}.`,
      more: [{ title: 'Lo que anotamos', texts: [mailed.how] }],
      next: `Si no es así, llámanos cuanto antes al ${shop.policy.supportPhone}.`,
    },
    shop,
    'Lo que se queda',
  );

/** The outcome of units of a return, for the mail to the buyer. */
export interface MailedOutcome extends MailedReturn {
  /** Units whose worth is refunded. */
  accepted: number;
  rejected: readonly Pick<ReturnOutcome, 'quantity' | 'reason'>[];
  /** Units without an outcome yet. */
  left: number;
  /** Null if nothing was left to refund. */
  refund: RefundInMail | null;
}

const unitsText = (units: number): string => (units === 1 ? '1 unidad' : `${units} unidades`);

function outcomeNews({ number, accepted, rejected, left }: MailedOutcome): string {
  const units = unitsOf(rejected);
  const isAll = left === 0 && (accepted === 0 || units === 0);
  if (isAll) return `${accepted > 0 ? 'Aceptamos' : 'No aceptamos'} tu devolución ${number}.`;
  if (units === 0) return `Aceptamos ${unitsText(accepted)} de tu devolución ${number}.`;
  if (accepted === 0) return `No aceptamos ${unitsText(units)} de tu devolución ${number}.`;
  return `De tu devolución ${number} aceptamos ${unitsText(accepted)} y no aceptamos ${units}.`;
}

function refundTextsOf({ refund }: MailedOutcome, supportPhone: string): string[] {
  const isNothing = refund === null || (refund.amount + refund.giftCardAmount === 0 && refund.points === null);
  return [
    ...(isNothing ? ['De lo que aceptamos no queda nada por devolverte.'] : []),
    ...(refund === null ? [] : refundTexts(refund, supportPhone)),
  ];
}

/** Composes the mail with the outcome of the units, the refund and its method, and the reasons for rejected units (WORK-20). */
export function returnOutcomeMail(mailed: MailedOutcome, shop: MailingShop): WrittenMail {
  const { number, title, accepted, rejected, left } = mailed;
  const reasons = rejected.map(({ quantity, reason }) => `${quantity} × ${title}: ${reason}`);
  const next = [
    rejected.length > 0 ? 'Te contactaremos para acordar cómo te regresamos lo que no aceptamos.' : '',
    left > 0 ? 'Seguimos revisando lo demás.' : '',
    `Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`,
  ];
  return returnMail(
    mailed,
    {
      subject: `Devolución ${number}: ya la revisamos`,
      title: 'Revisamos tu devolución',
      news: outcomeNews(mailed),
      more: [
        ...(accepted > 0 ? [{ title: 'Tu pago', texts: refundTextsOf(mailed, shop.policy.supportPhone) }] : []),
        ...(rejected.length > 0 ? [{ title: 'Lo que no aceptamos', texts: reasons }] : []),
      ],
      next: next.filter((text) => text !== '').join(' '),
    },
    shop,
  );
}
