import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Whose notices a link stops; with another e-mail the account's former links stop nothing. */
export interface NoticeReader {
  customerId: string;
  email: string;
}

/** How long the page that says they are stopped takes it back, and how far back. */
export const resumeMs = 3_600_000;

const macOf = ({ customerId, email }: NoticeReader, secret: string, moment = ''): Buffer =>
  createHmac('sha256', secret)
    .update(`${customerId}\n${email}${moment && `\n${moment}`}`)
    .digest();

const isMac = (text: string, wanted: Buffer): boolean => {
  const given = Buffer.from(text, 'base64url');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

/** What the link of a mail to this address brings: it holds as long as the account has the address. */
export const unsubscribeToken = (reader: NoticeReader, secret: string): string =>
  `${reader.customerId}.${macOf(reader, secret).toString('base64url')}`;

/** The account a token speaks of; undefined for what is no token. Nobody has looked at its signature. */
export const customerOfToken = (token: string): string | undefined =>
  z.uuid().safeParse(token.slice(0, token.indexOf('.'))).data;

export const isTokenOf = (token: string, reader: NoticeReader, secret: string): boolean =>
  isMac(token.slice(token.indexOf('.') + 1), macOf(reader, secret));

/** What takes a stop of that moment back: of the page that says so, and in no mail. */
export const resumeToken = (reader: NoticeReader, stoppedAt: Date, secret: string): string =>
  `${stoppedAt.getTime()}.${macOf(reader, secret, `${stoppedAt.getTime()}`).toString('base64url')}`;

/** The moment of the stop that a token takes back; undefined for one that is not the reader's, or older than `resumeMs`. */
export function stopOfToken(token: string, reader: NoticeReader, now: Date, secret: string): Date | undefined {
  const [moment = '', mac = ''] = token.split('.', 2);
  if (!/^\d{1,15}$/.test(moment) || !isMac(mac, macOf(reader, secret, moment))) return undefined;
  const stoppedAt = new Date(Number(moment));
  return now.getTime() - stoppedAt.getTime() <= resumeMs ? stoppedAt : undefined;
}
