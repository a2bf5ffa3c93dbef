import { readFile } from 'node:fs/promises';
import { listDemoMails } from '@ceiba/contract/notifications';
import { guatemalaTime } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { inBrandColour } from '@ceiba/domain/policies/brand-colour';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok } from '@ceiba/domain/result';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { type Html, html, nothing } from './mail-layout.ts';
import { findMail, listMails, type Mail } from './mails.store.ts';

interface Mailbox {
  /** Newest first. */
  mails: readonly Mail[];
  /** Shows only mails to this address. Empty: all mails. */
  recipient: string;
  open: Mail | undefined;
  shopName: string;
}

/** Renders the demo shop's mailbox: a list and an open mail, without a script. A phone shows only one of the two. */
const mailboxPage = ({ mails, recipient, open, shopName }: Mailbox): string =>
  html`<!doctype html>
<html lang="es-GT">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${open === undefined ? 'Correo de la tienda' : open.subject} · ${shopName}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/demo/correo/estilos.css">
</head>
<body class="${open === undefined ? 'listing' : 'reading'}">
<header class="bar">
<a class="brand" href="/" aria-label="${shopName}, ir a la tienda">${shopName}</a>
<p class="note">Demostración: aquí llega todo el correo que envía la tienda.</p>
</header>
<main class="panes">
<section class="list" aria-labelledby="list-title">
<div class="list-head">${listTitle(open === undefined)}<a class="refresh" href="${listUrl(recipient)}">Actualizar</a></div>
<form class="filter" action="/demo/correo" method="get" role="search">
<label for="para">Destinatario</label>
<div class="field"><input id="para" name="para" type="email" value="${recipient}" placeholder="Todos los correos" autocomplete="off"><button type="submit">Filtrar</button></div>
</form>
${mails.length === 0 ? emptyList(recipient) : mailList(mails, recipient, open)}
</section>
${open === undefined ? nothingOpen() : readingPane(open, recipient)}
</main>
</body>
</html>`.markup;

const withRecipient = (recipient: string): string =>
  recipient === '' ? '' : `?${new URLSearchParams({ para: recipient })}`;

const listUrl = (recipient: string): string => `/demo/correo${withRecipient(recipient)}`;

/** If a mail is open, it has the page's main heading, because a phone then shows no list. */
const listTitle = (isPage: boolean): Html =>
  isPage ? html`<h1 id="list-title">Correo</h1>` : html`<h2 id="list-title">Correo</h2>`;

const emptyList = (recipient: string): Html => html`
<p class="empty">${recipient === '' ? 'Todavía no hay correos. Haz un pedido y aparecerá aquí su confirmación.' : 'No hay correos para este destinatario.'}</p>`;

const mailList = (mails: readonly Mail[], recipient: string, open: Mail | undefined): Html => html`
<ol class="mails">${mails.map((mail) => mailEntry(mail, recipient, mail.id === open?.id))}</ol>`;

const mailEntry = (mail: Mail, recipient: string, isOpen: boolean): Html => html`
<li><a href="/demo/correo/${mail.id}${withRecipient(recipient)}"${isOpen ? html` aria-current="page"` : nothing}>
<span class="subject">${mail.subject}</span>
<span class="meta">${mail.recipient}</span>
<time class="meta" datetime="${mail.createdAt.toISOString()}">${momentText(mail.createdAt)}</time>
</a></li>`;

/** Formats a moment in Guatemala's time: "24 de noviembre de 2026, 15:04". */
function momentText(moment: Date): string {
  const { date, hour, minute } = guatemalaTime(moment);
  return `${formatDate(date)}, ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const nothingOpen = (): Html => html`
<section class="reader blank"><p>Elige un correo para leerlo.</p></section>`;

const readingPane = (mail: Mail, recipient: string): Html => html`
<article class="reader" aria-labelledby="subject">
<a class="back" href="${listUrl(recipient)}">← Todos los correos</a>
<header><h1 id="subject">${mail.subject}</h1><p>Para ${mail.recipient} · ${momentText(mail.createdAt)}</p></header>
<iframe src="/demo/correo/${mail.id}/mensaje" title="Mensaje: ${mail.subject}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary>Versión de solo texto</summary><pre>${mail.text}</pre></details>
</article>`;

/** Maximum number of mails that page and call show, newest first. They are read from the primary, because the visitor has usually just ordered. */
const maxMails = 200;

/** Returns the route `GET /demo/api/mails` (DEC-163), which exists only in demo mode. */
export const demoMailRoutes = ({ db }: { db: Database }): Route[] => [
  route(listDemoMails, async ({ query }) => {
    const mails = await listMails(db.write, query.to ?? null, maxMails);
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

/** Headers of the mail, which is shown in a frame. Inline styles and pictures are allowed, scripts are not, and links open outside the frame. */
const messageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' http: https: data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
};

const mailParams = z.object({ id: z.uuid() });
const mailboxQuery = z.object({ para: z.string().trim().max(254).default('') });

/** Registers the page `/demo/correo` (DEC-163), which lists every mail, newest first. Only for demo mode. */
export const registerDemoMailbox =
  ({ db, policy }: { db: Database; policy: () => ShopPolicy }) =>
  (app: FastifyInstance): void => {
    const showMailbox = async (query: unknown, id: string | null, reply: FastifyReply) => {
      const { para } = mailboxQuery.catch({ para: '' }).parse(query);
      const mails = await listMails(db.write, para === '' ? null : para, maxMails);
      const open = mails.find((mail) => mail.id === id) ?? (id === null ? undefined : await findMail(db.write, id));
      if (id !== null && open === undefined) return reply.callNotFound();
      return reply
        .headers(pageHeaders)
        .send(mailboxPage({ mails, recipient: para, open, shopName: policy().shopName }));
    };
    app.get('/demo/correo', (request, reply) => showMailbox(request.query, null, reply));
    app.get('/demo/correo/estilos.css', async (_request, reply) =>
      reply
        .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' })
        .send(inBrandColour(await readFile(new URL('demo-mailbox.css', import.meta.url), 'utf8'), policy().shopColour)),
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
