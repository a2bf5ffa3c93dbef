import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { homePreview } from '@ceiba/contract/content';
import type { FastifyInstance } from 'fastify';
import { makePreview } from '../media/make-preview.ts';
import { mediaFolderPath } from '../media/media-store.ts';
import { documentLimit } from '../platform/limits/rate-limit.ts';
import type { Services } from '../services.ts';
import { listBanners } from './content.store.ts';

/**
 * Returns the file of one of the shop's pictures: a stored picture or a drawing of the storefront. Undefined for
 * external pictures.
 */
const fileOf = (url: string, { mediaDir, storefrontBuild }: Services['config']): string | undefined => {
  const [, key, name] = /^\/media\/([0-9a-f]{32})\/(\d{2,4}\.(?:webp|jpg))$/.exec(url) ?? [];
  if (key !== undefined && name !== undefined) return join(mediaFolderPath(mediaDir, key), name);
  const drawing = /^\/art\/([a-z0-9-]+\.svg)$/.exec(url)?.[1];
  return drawing === undefined ? undefined : join(storefrontBuild, 'client', 'art', drawing);
};

/** Used if the first banner is not one of the shop's pictures. */
const plainPicture = '/art/hero-sala.svg';

const noFile = (error: Error): undefined => {
  if ('code' in error && error.code === 'ENOENT') return undefined;
  throw error;
};

/** Milliseconds for which the first banner is cached, so that repeated requests do not reach the database. */
const knownMs = 5_000;

/** The home page's picture for chats: its first banner as a JPEG, a format that all chats show. Each banner is converted once. */
export const registerHomePreview = ({ db, config }: Pick<Services, 'db' | 'config'>) => {
  let known = { url: '', until: 0 };
  let made: { url: string; jpeg: Promise<Uint8Array | undefined> } | null = null;

  const make = async (url: string): Promise<Uint8Array | undefined> => {
    const file = fileOf(url, config) ?? fileOf(plainPicture, config);
    const bytes = file === undefined ? undefined : await readFile(file).catch(noFile);
    return bytes === undefined ? undefined : makePreview(bytes);
  };

  return (app: FastifyInstance): void => {
    app.get(homePreview.path, { config: documentLimit(config.rateLimitFactor) }, async (_request, reply) => {
      if (Date.now() >= known.until) {
        const hero = (await listBanners(db.read, [new Date()])).find(({ place }) => place === 'hero');
        known = { url: hero?.pictureUrl ?? plainPicture, until: Date.now() + knownMs };
      }
      const { url } = known;
      if (made?.url !== url) made = { url, jpeg: make(url) };
      const jpeg = await made.jpeg.catch((error: Error) => {
        made = null;
        throw error;
      });
      if (jpeg === undefined) {
        made = null;
        return reply.callNotFound();
      }
      return reply.headers({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=86400' }).send(jpeg);
    });
  };
};
