import type { FastifyInstance } from 'fastify';
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

/** robots.txt, a sitemap index, and one file per range of products. */
export const registerSitemap =
  (db: Database, publicUrl: string) =>
  (app: FastifyInstance): void => {
    app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(publicUrl)));
    app.get('/sitemap.xml', async (_request, reply) => {
      const [row] = await countProducts(db.read, []);
      const files = Math.ceil((row?.products ?? 0) / pageSize);
      const names = ['categorias', ...Array.from({ length: files }, (_, index) => `productos-${index + 1}`)];
      const entries = names.map((name) => `<sitemap><loc>${publicUrl}/sitemaps/${name}.xml</loc></sitemap>`);
      return reply
        .type('application/xml')
        .header('cache-control', 'public, max-age=3600')
        .send(xml('sitemapindex', entries));
    });
    app.get('/sitemaps/categorias.xml', async (_request, reply) => {
      const categories = await listCategories(db.read, []);
      const entries = ['', ...categories.map(({ path }) => path)].map(
        (path) => `<url><loc>${publicUrl}/${path}</loc></url>`,
      );
      return reply.type('application/xml').header('cache-control', 'public, max-age=3600').send(xml('urlset', entries));
    });
    app.get<{ Params: { page: string } }>('/sitemaps/productos-:page(^\\d{1,5}).xml', async (request, reply) => {
      const page = Number(request.params.page);
      const products = await listProducts(db.read, [(page - 1) * pageSize, page * pageSize]);
      const entries = products.map(
        ({ slug, updated }) => `<url><loc>${publicUrl}/${slug}</loc><lastmod>${updated}</lastmod></url>`,
      );
      return reply.type('application/xml').header('cache-control', 'public, max-age=3600').send(xml('urlset', entries));
    });
  };
