import { paletteOf } from '@ceiba/domain/policies/brand-colour';
import { pictureSize } from '@ceiba/domain/policies/identity-kinds';
import { pictureFields } from '@ceiba/domain/policies/identity-table';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../platform/db/database.ts';
import { findPicture } from './identity.store.ts';

const year = 'public, max-age=31536000, immutable';
/** A picture that is opened by itself runs no script and loads nothing. Its own styles are allowed. */
const pictureSecurity = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The background of the plain icon in a shop without a main colour: a green that no logo uses. */
const plainGround = '#14211c';

/** The icon of a shop without an icon: the first letter of its name on its main colour. */
const plainIcon = ({ shopName, shopColour }: Pick<ShopPolicy, 'shopName' | 'shopColour'>): string => {
  const letter = (/[\p{L}\d]/u.exec(shopName)?.[0] ?? '·').toUpperCase();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${shopColour ?? plainGround}"/><text x="32" y="44" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="36" fill="#fff">${letter}</text></svg>`;
};

/** The path of the plain icon. */
const plainIconPath = '/favicon.svg';

/** Returns the manifest's icons: the icon of browser tabs and, if the shop has one, the icon of phones. */
const iconsOf = ({ shopIcon, shopAppIcon }: ShopPolicy): object[] =>
  [shopIcon ?? plainIconPath, ...(shopAppIcon === null ? [] : [shopAppIcon])].map((src) => {
    if (src === plainIconPath) return { src, sizes: 'any', type: 'image/svg+xml' };
    const { type, width, height } = pictureSize(src);
    return { src, sizes: type === 'image/svg+xml' ? 'any' : `${width}x${height}`, type };
  });

/** Web manifest: the values that a phone reads when it installs the shop. */
const manifestOf = (policy: ShopPolicy): object => {
  return {
    id: '/',
    name: policy.shopName,
    short_name: policy.shopName,
    ...(policy.shopSentence === '' ? {} : { description: policy.shopSentence }),
    lang: 'es-GT',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbf9f5',
    theme_color: policy.shopColour === null ? '#032621' : paletteOf(policy.shopColour)[950],
    categories: ['shopping'],
    icons: iconsOf(policy),
    shortcuts: [{ name: 'Carrito', url: '/cart' }],
  };
};

export interface IdentityPagesOptions {
  db: Database;
  policy: () => ShopPolicy;
}

/**
 * Serves the pictures of the shop's identity, its icon and its manifest. Pictures are few and small, so each process
 * caches the pictures that it has sent.
 */
export const registerIdentityPages = ({ db, policy }: IdentityPagesOptions) => {
  const sent = new Map<string, Buffer>();
  const maxSent = 12;

  const pictureAt = async (path: string): Promise<Buffer | undefined> => {
    const cached = sent.get(path);
    if (cached !== undefined) return cached;
    // An unknown picture must not cause a query.
    const now = policy();
    if (!pictureFields.some((field) => now[field] === path)) return undefined;
    const [found] = await findPicture(db.write, [path]);
    if (found === undefined) return undefined;
    if (sent.size >= maxSent) sent.clear();
    sent.set(path, found.bytes);
    return found.bytes;
  };

  const sendIcon = (reply: FastifyReply): FastifyReply => {
    const { shopIcon } = policy();
    reply.header('cache-control', 'no-cache');
    if (shopIcon !== null) return reply.redirect(shopIcon, 302);
    return reply
      .headers({ 'content-type': 'image/svg+xml', 'content-security-policy': pictureSecurity })
      .send(plainIcon(policy()));
  };

  return (app: FastifyInstance): void => {
    app.get<{ Params: { file: string } }>('/identity/:file', async (request, reply) => {
      const { file } = request.params;
      const path = `/identity/${file}`;
      const bytes = await pictureAt(path);
      if (bytes === undefined) return reply.callNotFound();
      const { type } = pictureSize(path);
      return reply
        .headers({ 'content-type': type, 'cache-control': year, 'content-security-policy': pictureSecurity })
        .send(bytes);
    });
    app.get('/favicon.svg', (_request, reply) => sendIcon(reply));
    for (const path of ['/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'])
      app.get(path, (_request, reply) => {
        const { shopAppIcon } = policy();
        return shopAppIcon === null
          ? reply.callNotFound()
          : reply.header('cache-control', 'no-cache').redirect(shopAppIcon, 302);
      });
    app.get('/favicon.ico', (_request, reply) => sendIcon(reply));
    app.get('/manifest.webmanifest', (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'content-type': 'application/manifest+json' })
        .send(JSON.stringify(manifestOf(policy()))),
    );
  };
};
