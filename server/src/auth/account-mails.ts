import { createHash } from 'node:crypto';
import type { Customer } from '@ceiba/contract/customers';
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

/** No name is in these mails: whoever registers types it, and anybody's address (record 0051). */
export interface MailedLink {
  email: string;
  customerId: string;
  token: string;
}

interface Words {
  subject: string;
  title: string;
  news: string;
  /** What to press, and where it leads; null: nothing. */
  action: { label: string; link: string } | null;
  note: string;
}

/** Where a password is chosen anew; a note that names it links it. */
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
    // A link that opens an account is not kept once it was sent.
    isSecret: action !== null,
  };
};

/** The token of a link stands behind `#`. Browsers send that part to no server, so no log has it. */
const linkTo = (path: string, { customerId, token }: MailedLink, { publicUrl }: MailingShop): string =>
  `${publicUrl}${path}#${new URLSearchParams({ token, customerId })}`;

/** Account confirmation (DEC-12, AUTH-04). */
export const confirmationMail = (link: MailedLink, shop: MailingShop): WrittenMail =>
  accountMail(
    link.email,
    {
      subject: `Confirma tu correo en ${shop.policy.shopName}`,
      title: `Te damos la bienvenida a ${shop.policy.shopName}`,
      news: 'Confirma tu correo para ver en tu cuenta también los pedidos que hiciste sin ella.',
      action: { label: 'Confirmar mi correo', link: linkTo('/confirm-email', link, shop) },
      note: 'El enlace funciona durante 24 horas. Si no creaste esta cuenta, ignora este correo.',
    },
    shop,
  );

/** Password reset (DEC-12, AUTH-07). */
export const resetMail = (link: MailedLink, shop: MailingShop): WrittenMail =>
  accountMail(
    link.email,
    {
      subject: `Restablece tu contraseña de ${shop.policy.shopName}`,
      title: 'Elige una contraseña nueva',
      news: 'Pediste restablecer la contraseña de tu cuenta.',
      action: { label: 'Elegir una contraseña nueva', link: linkTo('/password/reset', link, shop) },
      note: 'El enlace funciona durante una hora y una sola vez. Si no lo pediste, ignora este correo: tu contraseña sigue siendo la misma.',
    },
    shop,
  );

/** The end of an account: whoever did not want it learns so. */
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

/** To the new address: its link changes it, within a session of the account only. */
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

/** To the present address, before anything has changed: a new password takes the link of the other mail away. */
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

/** To the former address; it does not say what the new one is: anybody may have registered with anybody's. */
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

/** Whoever has the account learns of a new way into it. */
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

/** Whoever has the account learns that somebody else has changed what opens it. */
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
 * Mails with a link that one account asks for, or that one address gets, from whatever accounts. Counted apart from the links: these
 * end when one is used, the password changes or the account is closed, and none of that gives back a mail.
 */
export const mostAsked = { max: 5, windowMs: 24 * 3_600_000 };

/** What is counted: changes of e-mail by the account that asks and by the new address, confirmations by the address. */
type AskedMails = 'email-change-of' | 'email-change-to' | 'confirm-to';

/** Counts a mail before it is written, as of many at once none may be one too many; seconds until there is room, where there is none. */
export async function countAsked(tx: Tx, budget: AskedMails, of: string, now: Date): Promise<number | undefined> {
  const caller = createHash('sha256').update(of).digest('hex');
  const { max, windowMs } = mostAsked;
  const endsAt = new Date(now.getTime() + windowMs);
  const counted = await addCalls(tx, { budget, caller, calls: 1, now, endsAt, windowMs });
  return counted.calls > max ? Math.ceil((counted.endsAt.getTime() - now.getTime()) / 1_000) : undefined;
}

/**
 * Tells a customer what became of the account, if the address is confirmed. Else it may be a stranger's: whoever has registered it
 * could have them told of ever new passwords, passkeys, addresses and ends of accounts.
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
