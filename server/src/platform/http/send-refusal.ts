import { createHash } from 'node:crypto';
import { type ErrorBody, errorStatus } from '@ceiba/contract/errors';
import type { FastifyReply } from 'fastify';
import { isNavigation } from './caller.ts';
import { textOfError } from './error-texts.ts';
import type { Refusal } from './route.ts';

const style = `*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:#fbf9f5;color:#14211c;font:17px/1.5 system-ui,sans-serif}main{width:100%;max-width:480px;padding:32px;border:1px solid #eae4d9;border-radius:16px;background:#fff;text-align:center}h1{margin:0 0 8px;font-size:26px;line-height:1.2}p{margin:0 0 24px;color:#3f4c46}a,button{display:inline-block;min-height:48px;padding:12px 24px;border:0;border-radius:999px;background:#14211c;color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}a:focus-visible,button:focus-visible{outline:3px solid #14211c;outline-offset:3px}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Headers of a standalone page. It loads nothing and has one inline style. `posts`: true if the page has a form. */
export const standaloneHeaders = (posts: boolean): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action ${posts ? "'self'" : "'none'"}; frame-ancestors 'none'`,
});

/** The only action of the page: a link, or a button that posts one field to the page's own address. */
type StandaloneAction = { label: string } & ({ href: string } | { field: string; value: string });

export interface StandalonePage {
  title: string;
  text: string;
  action: StandaloneAction;
}

const actionOf = (action: StandaloneAction): string =>
  'href' in action
    ? `<a href="${escaped(action.href)}">${escaped(action.label)}</a>`
    : `<form method="post"><button name="${escaped(action.field)}" value="${escaped(action.value)}">${escaped(action.label)}</button></form>`;

/** Renders a standalone page of one sentence, without storefront or script. Texts are Spanish. */
export const standalonePage = ({ title, text, action }: StandalonePage): string => `<!doctype html>
<html lang="es-GT">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
${actionOf(action)}
</main>
</body>
</html>
`;

const titles: Readonly<Record<number, string>> = {
  400: 'No entendimos esta dirección',
  404: 'Página no encontrada',
  429: 'Vas muy rápido',
  503: 'Estamos atendiendo a muchas personas',
};

const maintenanceTitle = 'Estamos mejorando la tienda';

/** Returns the title of the code, otherwise the title of its status. */
const titleOf = ({ code }: Pick<Refusal, 'code'>): string | undefined =>
  code === 'MAINTENANCE' || code === 'READ_ONLY' ? maintenanceTitle : titles[errorStatus[code]];

/** Headers of every refusal page. */
const refusalPageHeaders = standaloneHeaders(false);

/**
 * Renders a refusal for a person who opens a page. The page is standalone, because the storefront's rendering may be overloaded.
 *
 * @param message Spanish, as in the error body
 */
const refusalPage = (refusal: Refusal, message: string): string =>
  standalonePage({
    title: titleOf(refusal) ?? 'Algo salió mal',
    text: message,
    action: { label: 'Ir al inicio', href: '/' },
  });

/** Builds the error body of DEC-01, with `requestId` in its metadata. */
export const errorAnswer = ({ code, message, metadata }: Refusal, requestId?: string): ErrorBody => {
  const text = message ?? textOfError(code);
  const extra = requestId === undefined ? metadata : { ...metadata, requestId };
  return {
    status: errorStatus[code],
    message: text,
    error: { code, message: text, metadata: { ...extra, mgtoCode: code } },
  };
};

/** Returns a Retry-After header if the refusal has a time to wait, in seconds. */
const waitOf = ({ metadata }: Refusal): { 'retry-after'?: string } =>
  typeof metadata?.retryAfter === 'number' ? { 'retry-after': String(metadata.retryAfter) } : {};

/** Sends a refusal with the body of DEC-01, or as a page to a person who opens a page (DEC-191). Refusals are never cached. */
export const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const answer = errorAnswer(refusal, reply.request.id);
  reply.code(answer.status).headers({ 'cache-control': 'no-store', ...waitOf(refusal) });
  return isNavigation(reply.request)
    ? reply.headers(refusalPageHeaders).send(refusalPage(refusal, answer.message))
    : reply.type('application/json; charset=utf-8').send(answer);
};
