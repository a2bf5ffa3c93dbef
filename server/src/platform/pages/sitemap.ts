import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { fixedPathsOf, isHelpPathShown } from '@ceiba/domain/help/help-pages';
import type { ShopOffers } from '@ceiba/domain/policies/shop-offers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { neverNull, statement } from '../db/statement.ts';
import { clientOf } from '../http/caller.ts';
import { encodingFor } from '../http/response-body.ts';
import { createFairGate, type FairGateOptions } from '../limits/concurrency-limit.ts';

/** Addresses per sitemap file. The protocol allows 50,000. */
const pageSize = 20_000;

const countProducts = statement('sitemap.count', 'select coalesce(max(id), 0)::bigint as products from products');

// Selects by ranges of keys instead of offsets, so that each file costs the same in a catalogue of any size.
const listProducts = statement(
  'sitemap.products',
  `select slug, to_char(updated_at at time zone 'America/Guatemala', 'YYYY-MM-DD') as updated
   from products where id > $1 and id <= $2 and is_published and is_listed order by id`,
);

// Legal texts and similar pages. A category's own page is listed with the category.
const listContentPaths = statement(
  'sitemap.content',
  `select path from categories c where is_public_category(c)
   union select slug from category_pages p
     where is_published and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now()) and (
       category_id is null or exists (select from categories c where c.id = p.category_id and is_public_category(c)))
   union select page from legal_versions where holds_from <= now()
   union select 'tiendas/' || slug from stores where is_pickup
   union select unnest($1::text[]) order by path`,
  { path: neverNull() },
);

const xml = (tag: string, entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${tag} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${tag}>\n`;

const robots = (publicUrl: string): string =>
  `User-agent: *
Disallow: /cart
Disallow: /checkout
Disallow: /confirmation
Disallow: /dashboard
Disallow: /wa-link
Disallow: /c/
Disallow: /demo
Disallow: /unsubscribe
Disallow: /tiendas?sku=
Disallow: /v1
Disallow: /v2
Sitemap: ${publicUrl}/sitemap.xml
`;

/** Sends the stored compressed file. For the few clients that do not accept compression, the file is decompressed as far as they read. */
const sendFile = async (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  packed: Promise<Buffer>,
): Promise<FastifyReply> => {
  const isTaken = encodingFor((headers['accept-encoding'] ?? '').replaceAll('br', '')) === 'gzip';
  const file = await packed;
  return reply
    .type('application/xml')
    .headers({ 'cache-control': 'public, max-age=3600', vary: 'accept-encoding' })
    .headers(isTaken ? { 'content-encoding': 'gzip' } : {})
    .send(isTaken ? file : unpacked(file));
};

/** Returns the number of product sitemaps, numbered from 1. */
const countFiles = async (db: Database): Promise<number> => {
  const [row] = await countProducts(db.read, []);
  return Math.ceil((row?.products ?? 0) / pageSize);
};

/**
 * Serves robots.txt, a sitemap index, and one file per range of products. Files are cached for some minutes.
 *
 * @param limit route options of their rate limit
 */
export const registerSitemap =
  (db: Database, { publicUrl, offers, limit }: { publicUrl: string; offers: () => ShopOffers; limit: object }) =>
  (app: FastifyInstance): void => {
    const file = createPackedFiles();
    const options = { config: { ...limit }, compress: false } as const;
    app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(publicUrl)));
    app.get('/sitemap.xml', options, (request, reply) =>
      sendFile(
        request,
        reply,
        file('index', clientOf(request.ip), async () => {
          const files = await countFiles(db);
          const names = ['categorias', ...Array.from({ length: files }, (_, index) => `productos-${index + 1}`)];
          return xml(
            'sitemapindex',
            names.map((name) => `<sitemap><loc>${publicUrl}/sitemaps/${name}.xml</loc></sitemap>`),
          );
        }),
      ),
    );
    app.get('/sitemaps/categorias.xml', options, (request, reply) =>
      sendFile(
        request,
        reply,
        file('categorias', clientOf(request.ip), async () => {
          const fixed = fixedPathsOf(offers()).map((path) => path.slice(1));
          const rows = await listContentPaths(db.read, [fixed]);
          const paths = rows.filter(({ path }) => isHelpPathShown(`/${path}`, offers()));
          return xml(
            'urlset',
            ['', ...paths.map(({ path }) => path)].map((path) => `<url><loc>${publicUrl}/${path}</loc></url>`),
          );
        }),
      ),
    );
    app.get<{ Params: { page: string } }>(
      '/sitemaps/productos-:page(^\\d{1,5}).xml',
      options,
      async (request, reply) => {
        const page = Number(request.params.page);
        if (page < 1 || page > (await countFiles(db))) return reply.callNotFound();
        return sendFile(
          request,
          reply,
          file(`productos-${page}`, clientOf(request.ip), async () => {
            const products = await listProducts(db.read, [(page - 1) * pageSize, page * pageSize]);
            return xml(
              'urlset',
              products.map(
                ({ slug, updated }) => `<url><loc>${publicUrl}/${slug}</loc><lastmod>${updated}</lastmod></url>`,
              ),
            );
          }),
        );
      },
    );
  };

const pack = promisify(gzip);

/**
 * The time for which a file is cached, and the memory for all files. A million products need fifty files of 200 kB each when
 * compressed, so all files fit.
 */
const keptMs = 600_000;
const keptBytes = 32 * 1024 * 1024;

/** Builds one file at a time. A request that waits longer than a crawler would wait gets 503. */
const makingGate: FairGateOptions = { atOnce: 1, atOnceEach: 1, restEach: 1, waiting: 64, waitMs: 10_000 };

/** Returns a compressed file. Calls `make` if the file is not cached. @throws Overloaded */
type PackedFiles = (name: string, who: string, make: () => Promise<string>) => Promise<Buffer>;

/** Decompresses a file while it is read. So a client that does not read occupies kilobytes, not megabytes. */
export const unpacked = (packed: Buffer): Readable => createGunzip().end(packed);

/** Caches recent files, compressed. Requests that arrive while a file is being built wait for that file. */
export const createPackedFiles = (): PackedFiles => {
  const files = new LRUCache<string, Buffer>({
    maxSize: keptBytes,
    sizeCalculation: ({ length }) => length,
    ttl: keptMs,
  });
  const making = new Map<string, Promise<Buffer>>();
  const gate = createFairGate(makingGate);
  return (name, who, make) => {
    const cached = files.get(name);
    if (cached !== undefined) return Promise.resolve(cached);
    const current = making.get(name);
    if (current !== undefined) return current;
    const next = gate
      .run(who, async () => {
        const packed = await pack(await make());
        files.set(name, packed);
        return packed;
      })
      .finally(() => making.delete(name));
    making.set(name, next);
    return next;
  };
};
