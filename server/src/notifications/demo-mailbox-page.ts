import { guatemalaTime } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { type Html, html, nothing } from './mail-html.ts';
import type { Mail } from './mails.store.ts';

export interface Mailbox {
  /** Newest first. */
  mails: readonly Mail[];
  /** Only mails to this address are shown; empty = all. */
  recipient: string;
  open: Mail | undefined;
}

/** The demo shop's mailbox: a list and a reading pane, without a script. On a phone one of the two is shown. */
export const mailboxPage = ({ mails, recipient, open }: Mailbox): string =>
  html`<!doctype html>
<html lang="es-GT">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${open === undefined ? 'Correo de la tienda' : open.subject} · Ceiba</title>
<link rel="icon" href="/art/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/demo/correo/estilos.css">
</head>
<body class="${open === undefined ? 'listing' : 'reading'}">
<header class="bar">
<a class="brand" href="/"><img src="/art/logo-on-dark.svg" alt="Ceiba, ir a la tienda" width="123" height="40"></a>
<p class="note">Demostración: aquí llega todo el correo que envía la tienda.</p>
</header>
<main class="panes">
<section class="list" aria-labelledby="list-title">
<div class="list-head"><h1 id="list-title">Correo</h1><a class="refresh" href="${listUrl(recipient)}">Actualizar</a></div>
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

/** "24 de noviembre de 2026, 15:04" in Guatemala. */
function momentText(moment: Date): string {
  const { date, hour, minute } = guatemalaTime(moment);
  return `${formatDate(date)}, ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const nothingOpen = (): Html => html`
<section class="reader blank"><p>Elige un correo para leerlo.</p></section>`;

const readingPane = (mail: Mail, recipient: string): Html => html`
<article class="reader" aria-labelledby="subject">
<a class="back" href="${listUrl(recipient)}">← Todos los correos</a>
<header><h2 id="subject">${mail.subject}</h2><p>Para ${mail.recipient} · ${momentText(mail.createdAt)}</p></header>
<iframe src="/demo/correo/${mail.id}/mensaje" title="Mensaje: ${mail.subject}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary>Versión de solo texto</summary><pre>${mail.text}</pre></details>
</article>`;
