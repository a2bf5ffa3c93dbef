import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatQ } from '@ceiba/domain/money/money';
import { mailTextOf } from '@ceiba/domain/policies/mail-texts';
import { enqueue } from '../jobs/job-queue.ts';
import type { JobLog } from '../jobs/worker.ts';
import {
  mailColours as c,
  type Html,
  html,
  type MailingShop,
  mailFoot,
  mailPage,
  nothing,
} from '../notifications/mail-layout.ts';
import { type WrittenMail, writeMail } from '../notifications/write-mail.ts';
import type { Database } from '../platform/db/database.ts';
import { withoutValues } from '../platform/operations/log.ts';
import {
  beforeAllLines,
  type DueGiftCard,
  findDueGiftCards,
  insertGiftCards,
  markGiftCardsSent,
  newGiftCardCode,
} from './gift-cards.store.ts';

/** The mail that brings gift cards to their recipient (GIFT-04, DEC-12): one code per card. */
export function giftCardMail(card: DueGiftCard, codes: readonly string[], shop: MailingShop): WrittenMail {
  const { subject, opening } = mailTextOf('giftCard', shop.policy.mailTexts, {
    remitente: card.senderName,
    articulo: card.title,
    monto: formatQ(card.amount),
    tienda: shop.policy.shopName,
  });
  return {
    recipient: card.recipientEmail,
    subject,
    html: mailPage({
      title: 'Tu tarjeta de regalo',
      preview: `${card.title} de parte de ${card.senderName}.`,
      ...shop,
      body: giftCardBody(card, opening, codes, shop.publicUrl),
    }),
    text: giftCardText(card, opening, codes, shop),
    isSecret: true,
  };
}

const advice = 'El código es personal: guárdalo como si fuera efectivo.';
const use =
  'Aplícala al pagar en la tienda en línea, o preséntala en caja. Dura cinco años y no tiene comisiones: lo que no uses queda en ella.';
const balanceText = 'Consulta tu saldo';
const balancePath = '/gift-card';

const codesTitle = (codes: readonly string[]): string => (codes.length === 1 ? 'Tu código' : 'Tus códigos');

const giftCardBody = (card: DueGiftCard, opening: string, codes: readonly string[], publicUrl: string): Html => html`
<h1 style="margin:0 0 8px;font-size:26px;line-height:32px;letter-spacing:-0.5px;color:${c.ink};">${card.recipientName}, ¡tienes un regalo!</h1>
<p style="margin:0 0 20px;font-size:16px;line-height:24px;color:${c.soft};">${opening}</p>
${card.message === '' ? nothing : quote(card)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${c.tint};border-radius:12px;">
<tr><td style="padding:16px 20px 4px;font-size:14px;line-height:20px;color:${c.primaryInk};">${codesTitle(codes)}</td></tr>
${codes.map((code) => codeRow(code, card))}
<tr><td style="height:12px;"></td></tr>
</table>
<p style="margin:16px 0 0;font-size:15px;line-height:22px;color:${c.soft};">${use}</p>
<p style="margin:8px 0 0;font-size:15px;line-height:22px;color:${c.soft};">${advice} <a href="${publicUrl}${balancePath}" style="color:${c.primary};">${balanceText}</a></p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:28px;"><tr><td style="background:${c.primary};border-radius:999px;">
<a href="${publicUrl}/" style="display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;">Ir a la tienda</a>
</td></tr></table>`;

const quote = ({ message }: DueGiftCard): Html => html`
<p style="margin:0 0 20px;padding:12px 16px;border-left:4px solid ${c.corn};background:${c.sunken};font-size:16px;line-height:24px;white-space:pre-line;color:${c.ink};">${message}</p>`;

const codeRow = (code: string, { amount }: DueGiftCard): Html => html`
<tr><td style="padding:4px 20px;font-size:19px;line-height:26px;color:${c.primaryInk};"><strong>${code}</strong><br>
<span style="font-size:14px;line-height:20px;">${formatQ(amount)}</span></td></tr>`;

/** The same mail as plain text, for programs that show no HTML. */
function giftCardText(card: DueGiftCard, opening: string, codes: readonly string[], shop: MailingShop): string {
  const { publicUrl } = shop;
  const sections = [
    [`${card.recipientName}, ¡tienes un regalo!`, opening],
    ...(card.message === '' ? [] : [[card.message]]),
    [codesTitle(codes), ...codes.map((code) => `${code} (${formatQ(card.amount)})`)],
    [use, advice, `${balanceText}: ${publicUrl}${balancePath}`],
    mailFoot(shop),
  ];
  return sections.map((lines) => lines.join('\n')).join('\n\n');
}

const batchSize = 50;

interface SendDeps {
  db: Pick<Database, 'write' | 'transaction'>;
  log: JobLog;
}

/**
 * Sends the gift cards whose order is paid and not held, and whose date has come in Guatemala (GIFT-04, DEC-83,
 * WORK-24). Returns the number of lines. Codes and mail are written together, once per line, however many workers run.
 */
export async function sendGiftCards(deps: SendDeps, shop: MailingShop, now: Date): Promise<number> {
  const today = guatemalaDate(now);
  let sent = 0;
  for (let after: typeof beforeAllLines | undefined = beforeAllLines; after !== undefined; ) {
    const due: DueGiftCard[] = await findDueGiftCards(deps.db.write, today, after, batchSize);
    for (const line of due) if (await trySending(deps, shop, line, now)) sent += 1;
    after = due.at(-1);
  }
  return sent;
}

/** Returns whether this call has sent the line. A line that fails is left for the next run and does not block other lines. */
async function trySending({ db, log }: SendDeps, shop: MailingShop, line: DueGiftCard, now: Date): Promise<boolean> {
  try {
    return await sendLine(db, shop, line, now);
  } catch (error) {
    const { orderId, position } = line;
    log.error({ orderId, position, err: withoutValues(error) }, 'gift cards could not be sent');
    return false;
  }
}

const sendLine = (db: Pick<Database, 'transaction'>, shop: MailingShop, line: DueGiftCard, now: Date) =>
  db.transaction(async (tx) => {
    const units = await markGiftCardsSent(tx, line, now);
    if (units === 0) return false;
    const codes = Array.from({ length: units }, newGiftCardCode);
    await insertGiftCards(tx, line, codes, now);
    await writeMail(tx, `gift-card:${line.orderId}:${line.position}`, giftCardMail(line, codes, shop), now);
    await enqueue(tx, { task: 'gift-cards-mailed', payload: { orderId: line.orderId } });
    return true;
  });
