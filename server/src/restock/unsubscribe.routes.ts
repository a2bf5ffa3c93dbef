import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendWithdrawnMails } from '../notifications/write-mail.ts';
import type { Database, Tx } from '../platform/database.ts';
import { getShopSecret } from '../platform/shop-secrets.store.ts';
import { type StandalonePage, standaloneHeaders, standalonePage } from '../platform/standalone-page.ts';
import {
  findMailedAddress,
  findReaderEmail,
  resumeAddress,
  resumeNotices,
  stopAddress,
  stopNotices,
} from './restock-stops.store.ts';
import { resumeField, stoppedPage, unsubscribePages } from './unsubscribe-pages.ts';
import {
  customerOfToken,
  isTokenOf,
  type NoticeReader,
  resumeMs,
  resumeToken,
  stopOfToken,
} from './unsubscribe-token.ts';

/** A form of one field; a mail program may wrap it in multipart lines. Bytes. */
const bodyLimit = 4_096;

/** What a form asks for: to stop, or what takes a stop back; undefined for one that is none of the two. */
const wishOf = async (body: unknown, contentType: string): Promise<'stop' | { resume: string } | undefined> => {
  if (!(body instanceof Buffer)) return undefined;
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch((error: unknown) => {
      // Named like that by the standard: a form whose bytes are none.
      if (error instanceof TypeError) return new FormData();
      throw error;
    });
  if (form.get('List-Unsubscribe') === 'One-Click') return 'stop';
  const resume = form.get(resumeField);
  return typeof resume === 'string' ? { resume } : undefined;
};

/**
 * With what their tokens are signed. `isGone`: the account is closed or has another address than the link was mailed to; `email`
 * is then that one's hash, which is all that is known of it.
 */
type SigningReader = NoticeReader & { secret: string; isGone: boolean };

const stopFor = (tx: Tx, { isGone, customerId, email }: SigningReader, now: Date): Promise<void> =>
  isGone ? stopAddress(tx, email, now) : stopNotices(tx, customerId, now);

/** Answers whether nothing is told all the same, for an older stop. */
async function resumeFor(tx: Tx, { isGone, customerId, email }: SigningReader, since: Date): Promise<boolean> {
  if (isGone) return resumeAddress(tx, email, since);
  const { mailIds, isStopped } = await resumeNotices(tx, customerId, since);
  await sendWithdrawnMails(tx, mailIds);
  return isStopped;
}

const show = (reply: FastifyReply, status: number, page: StandalonePage): FastifyReply =>
  reply.code(status).headers(standaloneHeaders(true)).send(standalonePage(page));

/**
 * `/unsubscribe/{token}`, where restock mails lead whoever wants no more of them (RFC 8058). Mail programs post
 * `List-Unsubscribe=One-Click` without a cookie, a session or a redirect; what a person opens asks first, as programs that
 * look at mails open every link. The token is all it takes: it stops mails and tells nothing. What takes a stop back
 * is on the page that follows it.
 *
 * @param limits route options of their budgets
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
      // The mail program may have stopped them a little before the reader did so here.
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
