import { createHash } from 'node:crypto';

const style = `*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:#fbf9f5;color:#14211c;font:17px/1.5 system-ui,sans-serif}main{width:100%;max-width:480px;padding:32px;border:1px solid #eae4d9;border-radius:16px;background:#fff;text-align:center}h1{margin:0 0 8px;font-size:26px;line-height:1.2}p{margin:0 0 24px;color:#3f4c46}a{display:inline-block;min-height:48px;padding:12px 24px;border-radius:999px;background:#00745b;color:#fff;font-weight:600;text-decoration:none}a:focus-visible{outline:3px solid #14211c;outline-offset:3px}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const titles: Readonly<Record<number, string>> = {
  400: 'No entendimos esta dirección',
  404: 'Página no encontrada',
  429: 'Vas muy rápido',
  503: 'Estamos atendiendo a muchas personas',
};

/** Sent with every refusal page: nothing is loaded, and the one style is its own. */
export const refusalPageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

/**
 * A refusal to a person who goes to a page. It stands for itself, as what would render it may be what has no time.
 *
 * @param status HTTP status, 400 to 599
 * @param message Spanish, as in the error body
 */
export const refusalPage = (status: number, message: string): string => {
  const title = titles[status] ?? 'Algo salió mal';
  return `<!doctype html>
<html lang="es-GT">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | Ceiba</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escaped(message)}</p>
<a href="/">Ir al inicio</a>
</main>
</body>
</html>
`;
};
