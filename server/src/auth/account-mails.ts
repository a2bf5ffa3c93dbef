import { createHash } from 'node:crypto';
import type { Customer } from '@ceiba/contract/customers';
import { mailTextOf } from '@ceiba/domain/policies/mail-texts';
import {
  button,
  heading,
  html,
  lead,
  linkedParagraph,
  type MailingShop,
  mailFoot,
  mailPage,
} from '../notifications/mail-layout.ts';
import { type WrittenMail, writeMail } from '../notifications/write-mail.ts';
import type { Tx } from '../platform/db/database.ts';
import { addCalls } from '../platform/limits/call-budgets.store.ts';

/**
 * Mails to unconfirmed addresses contain no name, because anybody can register a stranger's address with any name
 * (record 0051).
 */
export interface MailedLink {
  email: string;
  customerId: string;
  token: string;
}

interface Words {
  subject: string;
  title: string;
  news: string;
  /** The button and its address. Null if there is no button. */
  action: { label: string; link: string } | null;
  note: string;
}

/** The address of the page for choosing a new password. Notes in mails link to it. */
const resetAddress = ({ publicUrl }: MailingShop): string => `${publicUrl}/password/request`;

const accountMail = (email: string, words: Words, shop: MailingShop): WrittenMail => {
  const { subject, title, news, action, note } = words;
  const body = html`
${heading(title)}
${lead(news)}
${action === null ? '' : button(action.label, action.link, 12)}
<div style="height:24px;"></div>
${linkedParagraph(note, resetAddress(shop))}`;
  return {
    recipient: email,
    subject,
    html: mailPage({ title, preview: news, ...shop, body }),
    text: [title, news, ...(action === null ? [] : [action.link]), note, mailFoot(shop)[0]].join('\n\n'),
    // The link opens an account, so the outbox deletes the link after sending.
    isSecret: action !== null,
  };
};

/** Returns a link with its token after `#`. Browsers do not send that part to servers, so no log contains the token. */
const linkTo = (path: string, { customerId, token }: MailedLink, { publicUrl }: MailingShop): string =>
  `${publicUrl}${path}#${new URLSearchParams({ token, customerId })}`;

/** Subject and opening of a mail about an account: the shop's edited texts, or the standard texts (PROD-30). */
const textsOf = (kind: 'accountConfirmation' | 'passwordReset', { policy }: MailingShop) => {
  const { subject, opening } = mailTextOf(kind, policy.mailTexts, { tienda: policy.shopName });
  return { subject, news: opening };
};

/** The mail that confirms an account (DEC-12, AUTH-04). */
export const confirmationMail = (link: MailedLink, shop: MailingShop): WrittenMail =>
  accountMail(
    link.email,
    {
      ...textsOf('accountConfirmation', shop),
      title: `Te damos la bienvenida a ${shop.policy.shopName}`,
      action: { label: 'Confirmar mi correo', link: linkTo('/confirm-email', link, shop) },
      note: 'El enlace funciona durante 24 horas. Si no creaste esta cuenta, ignora este correo.',
    },
    shop,
  );

/** The mail for a password reset (DEC-12, AUTH-07). */
export const resetMail = (link: MailedLink, shop: MailingShop): WrittenMail =>
  accountMail(
    link.email,
    {
      ...textsOf('passwordReset', shop),
      title: 'Elige una contraseña nueva',
      action: { label: 'Elegir una contraseña nueva', link: linkTo('/password/reset', link, shop) },
      note: 'El enlace funciona durante una hora y una sola vez. Si no lo pediste, ignora este correo: tu contraseña sigue siendo la misma.',
    },
    shop,
  );

/** The mail about a closed account, in case its owner did not close it. */
export const accountClosedMail = ({ email }: Pick<MailedLink, 'email'>, shop: MailingShop): WrittenMail =>
  accountMail(
    email,
    {
      subject: `Cerramos tu cuenta de ${shop.policy.shopName}`,
      title: 'Tu cuenta está cerrada',
      news: 'Borramos tus datos personales. De tus pedidos conservamos la factura, como lo pide la ley, y de los que van en camino lo necesario para entregarlos.',
      action: null,
      note: `Si no fuiste tú, llámanos al ${shop.policy.supportPhone}.`,
    },
    shop,
  );

/** The mail to a new address. Its link changes the address, but only within a session of the account. */
export const emailChangeMail = (
  { email, token }: Pick<MailedLink, 'email' | 'token'>,
  shop: MailingShop,
): WrittenMail =>
  accountMail(
    email,
    {
      subject: `Confirma tu nuevo correo en ${shop.policy.shopName}`,
      title: 'Confirma tu nuevo correo',
      news: 'Pediste usar este correo en tu cuenta. Ábrelo con tu sesión iniciada.',
      action: {
        label: 'Usar este correo',
        link: `${shop.publicUrl}/change-email#${new URLSearchParams({ token })}`,
      },
      note: 'El enlace funciona durante 24 horas y una sola vez. Si no lo pediste, ignora este correo.',
    },
    shop,
  );

/** The mail to the present address before the change. A new password invalidates the link in the mail to the new address. */
export const emailChangeAskedMail = ({ email }: Pick<MailedLink, 'email'>, shop: MailingShop): WrittenMail =>
  accountMail(
    email,
    {
      subject: `Pidieron cambiar el correo de tu cuenta de ${shop.policy.shopName}`,
      title: '¿Quieres cambiar tu correo?',
      news: 'Recibimos una solicitud para usar otro correo en tu cuenta. Cambiará cuando se confirme desde el correo nuevo.',
      action: null,
      note: `Si no fuiste tú, restablece tu contraseña ahora en ${resetAddress(shop)}: así la solicitud queda sin efecto. ¿Dudas? Llámanos al ${shop.policy.supportPhone}.`,
    },
    shop,
  );

/**
 * The mail to the former address. It does not contain the new address, because anybody may register with another
 * person's address.
 */
export const emailChangedMail = ({ email }: Pick<MailedLink, 'email'>, shop: MailingShop): WrittenMail =>
  accountMail(
    email,
    {
      subject: `El correo de tu cuenta de ${shop.policy.shopName} cambió`,
      title: 'El correo de tu cuenta cambió',
      news: 'Desde ahora entras con tu correo nuevo, y ahí te escribimos. Cerramos tu sesión en los demás navegadores.',
      action: null,
      note: `Si no fuiste tú, llámanos ahora al ${shop.policy.supportPhone}.`,
    },
    shop,
  );

/** Informs the account's owner about a new way to sign in. */
export const passkeyAddedMail = ({ email }: Pick<MailedLink, 'email'>, shop: MailingShop): WrittenMail =>
  accountMail(
    email,
    {
      subject: `Agregaste una llave de acceso a tu cuenta de ${shop.policy.shopName}`,
      title: 'Ya puedes entrar con una llave de acceso',
      news: 'Tu cuenta tiene una llave de acceso nueva: entras con tu huella, tu rostro o el bloqueo de tu dispositivo.',
      action: null,
      note: `Si no fuiste tú, restablece tu contraseña ahora en ${resetAddress(shop)}, que también quita las llaves de acceso, y llámanos al ${shop.policy.supportPhone}.`,
    },
    shop,
  );

/** Informs the account's owner that the password was changed by another person. */
export const passwordChangedMail = ({ email }: Pick<MailedLink, 'email'>, shop: MailingShop): WrittenMail =>
  accountMail(
    email,
    {
      subject: `Tu contraseña de ${shop.policy.shopName} cambió`,
      title: 'Tu contraseña cambió',
      news: 'Cerramos tu sesión en los demás navegadores y aplicaciones donde estaba abierta.',
      action: null,
      note: `Si no fuiste tú, restablece tu contraseña ahora en ${resetAddress(shop)} y llámanos al ${shop.policy.supportPhone}.`,
    },
    shop,
  );

/**
 * Maximum number of link mails per requesting account, and per address from all accounts. Links are counted separately. A used link, a new
 * password or a closed account ends links, but does not reset this limit.
 */
export const mailRequestLimit = { max: 5, windowMs: 24 * 3_600_000 };

/** The counted mails: e-mail changes per requesting account, e-mail changes per new address, confirmations per address. */
type AskedMails = 'email-change-of' | 'email-change-to' | 'confirm-to';

/** Counts a mail before it is written, so that concurrent requests cannot exceed the limit. Returns the seconds to wait if the limit is reached. */
export async function countRequestedMail(
  tx: Tx,
  budget: AskedMails,
  of: string,
  now: Date,
): Promise<number | undefined> {
  const caller = createHash('sha256').update(of).digest('hex');
  const { max, windowMs } = mailRequestLimit;
  const endsAt = new Date(now.getTime() + windowMs);
  const counted = await addCalls(tx, { budget, caller, calls: 1, now, endsAt, windowMs });
  return counted.calls > max ? Math.ceil((counted.endsAt.getTime() - now.getTime()) / 1_000) : undefined;
}

/**
 * Informs a customer about a change to the account, if the address is confirmed. An unconfirmed address may be a stranger's. The
 * registering person could otherwise send the stranger mails about new passwords, passkeys, addresses and closed accounts.
 */
export async function writeNotice(
  tx: Tx,
  { isConfirmed }: Pick<Customer, 'isConfirmed'>,
  dedupeKey: string,
  mail: WrittenMail,
  now: Date,
): Promise<void> {
  if (isConfirmed) await writeMail(tx, dedupeKey, mail, now);
}
