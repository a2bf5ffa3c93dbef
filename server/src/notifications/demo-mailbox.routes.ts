import { readFile } from 'node:fs/promises';
import { listDemoMails } from '@ceiba/contract/notifications';
import { ok } from '@ceiba/domain/result';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Database } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import { mailboxPage } from './demo-mailbox-page.ts';
import { findMail, listMails } from './mails.store.ts';

/** A demo shop writes few mails; the page and the call show the newest of them, as the primary has them: who looks has just ordered. */
const mostMails = 200;

/** `GET /demo/api/mails` (DEC-163); exists only in demo mode. */
export const demoMailRoutes = ({ db }: { db: Database }): Route[] => [
  route(listDemoMails, async ({ query }) => {
    const mails = await listMails(db.write, query.to ?? null, mostMails);
    return ok({
      data: mails.map(({ id, recipient, subject, html, text, createdAt }) => ({
        id,
        to: recipient,
        subject,
        html,
        text,
        createdAt: createdAt.toISOString(),
      })),
    });
  }),
];

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

/** The mail itself, in a frame of its own: inline styles and pictures, no scripts, links open outside the frame. */
const messageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' http: https: data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
};

const mailParams = z.object({ id: z.uuid() });
const mailboxQuery = z.object({ para: z.string().trim().max(254).default('') });

/** The page `/demo/correo` (DEC-163): every mail, newest first, readable. Register it in demo mode only. */
export const registerDemoMailbox =
  ({ db }: { db: Database }) =>
  (app: FastifyInstance): void => {
    const showMailbox = async (query: unknown, id: string | null, reply: FastifyReply) => {
      const { para } = mailboxQuery.catch({ para: '' }).parse(query);
      const mails = await listMails(db.write, para === '' ? null : para, mostMails);
      const open = mails.find((mail) => mail.id === id) ?? (id === null ? undefined : await findMail(db.write, id));
      if (id !== null && open === undefined) return reply.callNotFound();
      return reply.headers(pageHeaders).send(mailboxPage({ mails, recipient: para, open }));
    };
    app.get('/demo/correo', (request, reply) => showMailbox(request.query, null, reply));
    app.get('/demo/correo/estilos.css', async (_request, reply) =>
      reply
        .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' })
        .send(await readFile(new URL('demo-mailbox.css', import.meta.url), 'utf8')),
    );
    app.get('/demo/correo/:id', (request, reply) => {
      const params = mailParams.safeParse(request.params);
      return params.success ? showMailbox(request.query, params.data.id, reply) : reply.callNotFound();
    });
    app.get('/demo/correo/:id/mensaje', async (request, reply) => {
      const params = mailParams.safeParse(request.params);
      const mail = params.success ? await findMail(db.write, params.data.id) : undefined;
      if (mail === undefined) return reply.callNotFound();
      return reply.headers(messageHeaders).send(mail.html.replace('<head>', '<head><base target="_blank">'));
    });
  };
