import { type ReturnOutcome, unitsOf } from '@ceiba/domain/returns/return-outcome';
import { returnReceivedText } from '@ceiba/domain/returns/return-window';
import { linkPart, type MailingShop, mailOf, textPart } from '../notifications/mail-layout.ts';
import { type RefundToTell, refundTexts } from '../notifications/refund-texts.ts';
import type { WrittenMail } from '../notifications/write-mail.ts';

/** What the mails about a return tell of it. */
export interface MailedReturn {
  /** "D-100001". */
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
  /** Between what is returned and what follows: each with its own heading. */
  more?: readonly { title: string; texts: readonly string[] }[];
  next: string;
}

function returnMail(
  told: MailedReturn,
  { subject, title, news, more = [], next }: Words,
  shop: MailingShop,
  goods = 'Lo que devuelves',
): WrittenMail {
  const facts = [`${told.quantity} × ${told.title}`, `Devolución ${told.number} del pedido ${told.orderNumber}`];
  const parts = [
    textPart(goods, facts),
    ...more.map((part) => textPart(part.title, part.texts)),
    textPart('Qué sigue', [next]),
    linkPart('Ver mis devoluciones', `${shop.publicUrl}/dashboard/returns`),
  ];
  return mailOf({ recipient: told.email, subject, title, news, parts }, shop);
}

/** The request is there (DEC-12, DEC-142). */
export const returnRequestedMail = (told: MailedReturn, shop: MailingShop): WrittenMail =>
  returnMail(
    told,
    {
      subject: `Devolución ${told.number}: recibimos tu solicitud`,
      title: 'Recibimos tu solicitud',
      news: returnReceivedText(told.number),
      next: `Te contactaremos para acordar cómo nos lo haces llegar. Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`,
    },
    shop,
  );

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

/** It is approved, with what to do; rejected, with the reason; or canceled (WORK-20). */
export function returnAnsweredMail(
  told: MailedReturn,
  { step, text }: { step: keyof typeof answerWords; text: string | null },
  shop: MailingShop,
): WrittenMail {
  const { subject, title, news, more, next } = answerWords[step];
  return returnMail(
    told,
    {
      subject: `Devolución ${told.number}: ${subject}`,
      title,
      news: news(told.number),
      more: text === null || more === '' ? [] : [{ title: more, texts: [text] }],
      next: next(shop.policy.supportPhone),
    },
    shop,
  );
}

/** The goods are there. */
export const returnArrivedMail = (told: MailedReturn, shop: MailingShop): WrittenMail =>
  returnMail(
    told,
    {
      subject: `Devolución ${told.number}: ya la tenemos`,
      title: 'Recibimos tu devolución',
      news: `Ya tenemos el producto de tu devolución ${told.number}.`,
      next: `Lo revisamos y te decimos cómo sigue. Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`,
    },
    shop,
  );

/** Its rejected units are on their way back; `quantity`: how many they are, `how` in the words of who sends them. */
export const returnSentBackMail = (told: MailedReturn & { how: string }, shop: MailingShop): WrittenMail =>
  returnMail(
    told,
    {
      subject: `Devolución ${told.number}: va de regreso`,
      title: 'Te regresamos tu producto',
      news: `Lo que no aceptamos de tu devolución ${told.number} va de regreso a ti.`,
      more: [{ title: 'Cómo te llega', texts: [told.how] }],
      next: `Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`,
    },
    shop,
    'Lo que te regresamos',
  );

/** Its rejected units stay at the shop, as was agreed with their buyer: whoever agreed to nothing says so. `how`: in the words of who noted it. */
export const returnKeptMail = (told: MailedReturn & { how: string }, shop: MailingShop): WrittenMail =>
  returnMail(
    told,
    {
      subject: `Devolución ${told.number}: se queda con nosotros`,
      title: 'No te regresamos tu producto',
      news: `Anotamos que no quieres de regreso lo que no aceptamos de tu devolución ${told.number}.`,
      more: [{ title: 'Lo que anotamos', texts: [told.how] }],
      next: `Si no es así, llámanos cuanto antes al ${shop.policy.supportPhone}.`,
    },
    shop,
    'Lo que se queda',
  );

/** What was decided of units of a return, as its buyer is told. */
export interface MailedOutcome extends MailedReturn {
  /** Units whose worth is given back. */
  accepted: number;
  rejected: readonly Pick<ReturnOutcome, 'quantity' | 'reason'>[];
  /** Units that wait for their outcome. */
  left: number;
  /** Null where nothing was left to give back. */
  refund: RefundToTell | null;
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

/** What became of it, what is given back and how, and why what is not (WORK-20). */
export function returnOutcomeMail(told: MailedOutcome, shop: MailingShop): WrittenMail {
  const { number, title, accepted, rejected, left } = told;
  const reasons = rejected.map(({ quantity, reason }) => `${quantity} × ${title}: ${reason}`);
  const next = [
    rejected.length > 0 ? 'Te contactaremos para acordar cómo te regresamos lo que no aceptamos.' : '',
    left > 0 ? 'Seguimos revisando lo demás.' : '',
    `Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`,
  ];
  return returnMail(
    told,
    {
      subject: `Devolución ${number}: ya la revisamos`,
      title: 'Revisamos tu devolución',
      news: outcomeNews(told),
      more: [
        ...(accepted > 0 ? [{ title: 'Tu pago', texts: refundTextsOf(told, shop.policy.supportPhone) }] : []),
        ...(rejected.length > 0 ? [{ title: 'Lo que no aceptamos', texts: reasons }] : []),
      ],
      next: next.filter((text) => text !== '').join(' '),
    },
    shop,
  );
}
