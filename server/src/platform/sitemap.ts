import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from './database.ts';
import { statement } from './statement.ts';

/** Addresses per sitemap file; the protocol allows 50,000. */
const pageSize = 20_000;

const countProducts = statement<{ products: number }>(
  'sitemap.count',
  'select coalesce(max(id), 0)::bigint as products from products',
);

// By ranges of the key, never by offset: each file costs the same, however large the catalogue.
const listProducts = statement<{ slug: string; updated: string }, [from: number, to: number]>(
  'sitemap.products',
  `select slug, to_char(updated_at at time zone 'America/Guatemala', 'YYYY-MM-DD') as updated
   from products where id > $1 and id <= $2 and is_published and is_listed order by id`,
);

const listCategories = statement<{ path: string }>('sitemap.categories', 'select path from categories order by id');

const xml = (tag: string, entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${tag} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${tag}>\n`;

const robots = (publicUrl: string): string =>
  `User-agent: *
Disallow: /cart
Disallow: /checkout
Disallow: /confirmation
Disallow: /dashboard
Disallow: /wa-link
Disallow: /demo
Disallow: /v1
Disallow: /v2
Sitemap: ${publicUrl}/sitemap.xml
`;

/** Longest a file is kept, and the most memory all of them take: a million products fill fifty files of some megabytes. */
const keptMs = 600_000;
const keptBytes = 16 * 1024 * 1024;

/** Files made lately; whoever asks while one is being made waits for it. */
const createFiles = () => {
  const files = new LRUCache<string, string>({
    maxSize: keptBytes,
    sizeCalculation: (text) => text.length,
    ttl: keptMs,
  });
  const making = new Map<string, Promise<string>>();
  return (name: string, make: () => Promise<string>): Promise<string> => {
    const kept = files.get(name);
    if (kept !== undefined) return Promise.resolve(kept);
    const current = making.get(name);
    if (current !== undefined) return current;
    const next = make()
      .then((text) => {
        files.set(name, text);
        return text;
      })
      .finally(() => making.delete(name));
    making.set(name, next);
    return next;
  };
};

const sendFile = async (reply: FastifyReply, text: Promise<string>): Promise<FastifyReply> =>
  reply
    .type('application/xml')
    .header('cache-control', 'public, max-age=3600')
    .send(await text);

/** Numbers of the sitemaps of products, from 1. */
const countFiles = async (db: Database): Promise<number> => {
  const [row] = await countProducts(db.read, []);
  return Math.ceil((row?.products ?? 0) / pageSize);
};

/**
 * robots.txt, a sitemap index, and one file per range of products; files are kept for some minutes.
 *
 * @param limit route options of their budget
 */
export const registerSitemap =
  (db: Database, publicUrl: string, limit: object) =>
  (app: FastifyInstance): void => {
    const file = createFiles();
    const config = { ...limit };
    app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(publicUrl)));
    app.get('/sitemap.xml', { config }, (_request, reply) =>
      sendFile(
        reply,
        file('index', async () => {
          const files = await countFiles(db);
          const names = ['categorias', ...Array.from({ length: files }, (_, index) => `productos-${index + 1}`)];
          return xml(
            'sitemapindex',
            names.map((name) => `<sitemap><loc>${publicUrl}/sitemaps/${name}.xml</loc></sitemap>`),
          );
        }),
      ),
    );
    app.get('/sitemaps/categorias.xml', { config }, (_request, reply) =>
      sendFile(
        reply,
        file('categorias', async () => {
          const categories = await listCategories(db.read, []);
          return xml(
            'urlset',
            ['', ...categories.map(({ path }) => path)].map((path) => `<url><loc>${publicUrl}/${path}</loc></url>`),
          );
        }),
      ),
    );
    app.get<{ Params: { page: string } }>(
      '/sitemaps/productos-:page(^\\d{1,5}).xml',
      { config },
      async (request, reply) => {
        const page = Number(request.params.page);
        if (page < 1 || page > (await countFiles(db))) return reply.callNotFound();
        return sendFile(
          reply,
          file(`productos-${page}`, async () => {
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
