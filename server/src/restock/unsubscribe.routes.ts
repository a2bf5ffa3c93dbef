import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { sendWithdrawnMails } from '../notifications/write-mail.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import { type StandalonePage, standaloneHeaders, standalonePage } from '../platform/http/send-refusal.ts';
import {
  findMailedAddress,
  findReaderEmail,
  resumeAddress,
  resumeNotices,
  stopAddress,
  stopNotices,
} from './unsubscribes.store.ts';

/** The reader whose notices a link stops. If the account's e-mail changes, its former links no longer match. */
interface NoticeReader {
  customerId: string;
  email: string;
}

/** Milliseconds during which the page after a stop can undo the stop. It also undoes other stops of that age. */
export const resumeMs = 3_600_000;

const macOf = ({ customerId, email }: NoticeReader, secret: string, moment = ''): Buffer =>
  createHmac('sha256', secret)
    .update(`${customerId}\n${email}${moment && `\n${moment}`}`)
    .digest();

const isMac = (text: string, wanted: Buffer): boolean => {
  const given = Buffer.from(text, 'base64url');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

/** Returns the token for links in mails to this address. It is valid as long as the account has the address. */
export const unsubscribeToken = (reader: NoticeReader, secret: string): string =>
  `${reader.customerId}.${macOf(reader, secret).toString('base64url')}`;

/** Returns the account in a token. Undefined if the token is malformed. Does not check the signature. */
const customerOfToken = (token: string): string | undefined =>
  z.uuid().safeParse(token.slice(0, token.indexOf('.'))).data;

const isTokenOf = (token: string, reader: NoticeReader, secret: string): boolean =>
  isMac(token.slice(token.indexOf('.') + 1), macOf(reader, secret));

/** Returns the token that undoes a stop of that moment. It is on the page that confirms the stop, and in no mail. */
export const resumeToken = (reader: NoticeReader, stoppedAt: Date, secret: string): string =>
  `${stoppedAt.getTime()}.${macOf(reader, secret, `${stoppedAt.getTime()}`).toString('base64url')}`;

/** Returns the moment of the stop that a token undoes. Undefined if the token is another reader's or older than `resumeMs`. */
function stopOfToken(token: string, reader: NoticeReader, now: Date, secret: string): Date | undefined {
  const [moment = '', mac = ''] = token.split('.', 2);
  if (!/^\d{1,15}$/.test(moment) || !isMac(mac, macOf(reader, secret, moment))) return undefined;
  const stoppedAt = new Date(Number(moment));
  return now.getTime() - stoppedAt.getTime() <= resumeMs ? stoppedAt : undefined;
}

/** Field of the button that undoes a stop. */
const resumeField = 'notices';

const inAccount =
  'Los avisos que detuviste los ves en tu cuenta, en tu lista de deseos: ahí, con tu correo confirmado, puedes pedirlos de nuevo.';

/** The pages of `/unsubscribe/{token}`. Their button posts the same field as mail programs (RFC 8058). */
const unsubscribePages = {
  asking: {
    title: '¿Dejar de recibir avisos?',
    text: 'Ya no te escribiremos cuando vuelvan los productos que esperas. Los correos de tus pedidos y de tu cuenta te llegan igual.',
    action: { label: 'Dejar de recibir avisos', field: 'List-Unsubscribe', value: 'One-Click' },
  },
  resumed: {
    title: 'Recibirás tus avisos de nuevo',
    text: 'Te escribiremos cuando vuelvan los productos de los avisos que acababas de detener. Los que detuviste antes los ves en tu cuenta, en tu lista de deseos.',
    action: { label: 'Ir al inicio', href: '/' },
  },
  late: {
    title: 'Este botón ya no sirve',
    text: `Vale durante una hora. ${inAccount}`,
    action: { label: 'Ir al inicio', href: '/' },
  },
  kept: {
    title: 'Tus avisos siguen detenidos',
    text: `Los detuviste hace más de una hora, y este botón devuelve solo lo de la última. ${inAccount}`,
    action: { label: 'Ir al inicio', href: '/' },
  },
  invalid: {
    title: 'Este enlace ya no es válido',
    text: 'Cambió el correo de la cuenta o la cuenta se cerró. Lo que esperas lo ves en tu cuenta, en tu lista de deseos.',
    action: { label: 'Ir al inicio', href: '/' },
  },
} as const satisfies Record<string, StandalonePage>;

/** Returns the page that confirms the stop. Its button posts the token that undoes the stop. */
const stoppedPage = (resume: string): StandalonePage => ({
  title: 'Ya no recibirás estos avisos',
  text: 'Tampoco los que ya esperabas. Con tu correo confirmado, si pides un aviso nuevo, ese sí te llega.',
  action: { label: 'Volver a recibir avisos', field: resumeField, value: resume },
});

/** In bytes. A form with one field. A mail program may send it as multipart. */
const bodyLimit = 4_096;

/** Returns the request in a form: a stop, or a token that undoes a stop. Undefined if the form has neither. */
const wishOf = async (body: unknown, contentType: string): Promise<'stop' | { resume: string } | undefined> => {
  if (!(body instanceof Buffer)) return undefined;
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch((error: unknown) => {
      // `Response.formData` throws this error for a form with malformed bytes.
      if (error instanceof TypeError) return new FormData();
      throw error;
    });
  if (form.get('List-Unsubscribe') === 'One-Click') return 'stop';
  const resume = form.get(resumeField);
  return typeof resume === 'string' ? { resume } : undefined;
};

/**
 * A reader with the secret that signs their tokens. `isGone`: the account is closed, or has another address than the link was
 * mailed to. `email` is then the hash of the former address, because only the hash is stored.
 */
type SigningReader = NoticeReader & { secret: string; isGone: boolean };

const stopFor = (tx: Tx, { isGone, customerId, email }: SigningReader, now: Date): Promise<void> =>
  isGone ? stopAddress(tx, email, now) : stopNotices(tx, customerId, now);

/** Returns whether an older stop still stops the mails. */
async function resumeFor(tx: Tx, { isGone, customerId, email }: SigningReader, since: Date): Promise<boolean> {
  if (isGone) return resumeAddress(tx, email, since);
  const { mailIds, isStopped } = await resumeNotices(tx, customerId, since);
  await sendWithdrawnMails(tx, mailIds);
  return isStopped;
}

const show = (reply: FastifyReply, status: number, page: StandalonePage): FastifyReply =>
  reply.code(status).headers(standaloneHeaders(true)).send(standalonePage(page));

/**
 * Serves `/unsubscribe/{token}`, the page that restock mails link to (RFC 8058). Mail programs post `List-Unsubscribe=One-Click`
 * without a cookie, a session or a redirect. The page first asks a person, because programs that scan mails open every link. The
 * token alone is enough: it stops mails and reveals nothing. The page after the stop has the token that undoes it. @param limits
 * route options of their budgets
 */
export const registerUnsubscribe =
  (db: Database, limits: { look: object; post: object }, now: () => Date = () => new Date()) =>
  async (app: FastifyInstance): Promise<void> => {
    const readerOf = async (token: string): Promise<SigningReader | undefined> => {
      const customerId = customerOfToken(token);
      if (customerId === undefined) return undefined;
      const email = await findReaderEmail(db.write, customerId);
      const secret = await getShopSecret(db.write, 'unsubscribe');
      if (email !== undefined && isTokenOf(token, { customerId, email }, secret))
        return { customerId, email, secret, isGone: false };
      const address = await findMailedAddress(db.write, token);
      return address === undefined ? undefined : { customerId, email: address, secret, isGone: true };
    };

    const stop = async (reader: SigningReader, reply: FastifyReply): Promise<FastifyReply> => {
      const stoppedAt = now();
      await db.transaction((tx) => stopFor(tx, reader, stoppedAt));
      return show(reply, 200, stoppedPage(resumeToken(reader, stoppedAt, reader.secret)));
    };

    const resume = async (reader: SigningReader, token: string, reply: FastifyReply): Promise<FastifyReply> => {
      const stoppedAt = stopOfToken(token, reader, now(), reader.secret);
      if (stoppedAt === undefined) return show(reply, 410, unsubscribePages.late);
      // The mail program may have stopped the mails shortly before the reader did on this page.
      const since = new Date(stoppedAt.getTime() - resumeMs);
      const isStopped = await db.transaction((tx) => resumeFor(tx, reader, since));
      return isStopped ? show(reply, 409, unsubscribePages.kept) : show(reply, 200, unsubscribePages.resumed);
    };

    await app.register((scope, _options, ready) => {
      scope.removeAllContentTypeParsers();
      const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
      scope.addContentTypeParser(forms, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      const look = { config: { ...limits.look } };
      const post = { bodyLimit, config: { ...limits.post } };
      scope.get<{ Params: { token: string } }>('/unsubscribe/:token', look, async ({ params }, reply) =>
        (await readerOf(params.token)) === undefined
          ? show(reply, 404, unsubscribePages.invalid)
          : show(reply, 200, unsubscribePages.asking),
      );
      scope.post<{ Params: { token: string } }>('/unsubscribe/:token', post, async (request, reply) => {
        const reader = await readerOf(request.params.token);
        if (reader === undefined) return show(reply, 404, unsubscribePages.invalid);
        const wish = await wishOf(request.body, request.headers['content-type'] ?? '');
        if (wish === undefined) return show(reply, 400, unsubscribePages.asking);
        return wish === 'stop' ? stop(reader, reply) : resume(reader, wish.resume, reply);
      });
      ready();
    });
  };
