import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../operations/config.ts';
import { contentSecurityPolicy } from './content-security.ts';

const year = '365d';

/** Makes the files of a picture by its key. Returns false if no picture has the key. */
export type MakePicture = (key: string) => Promise<boolean>;

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Older pictures lack the file of 64 px. The next larger file is sent instead. */
const storedFile = async (folder: string, file: string): Promise<string> =>
  !file.startsWith('64.') || (await isThere(join(folder, file))) ? file : file.replace('64.', '120.');

/** The service worker and its offline page. Browsers request these files each time, so that a release takes effect immediately. */
const releaseFiles = ['sw.js', 'offline.html', 'offline.js', 'offline.css'] as const;

/**
 * Serves files that never change under their name (assets with a hash, pictures with a content key) as immutable. The build has made the
 * compressed .br and .gz files. `makePicture` makes a picture that is not stored yet, while its client waits.
 */
export const registerStaticFiles = async (
  app: FastifyInstance,
  { storefrontBuild, mediaDir }: Pick<Config, 'storefrontBuild' | 'mediaDir'>,
  makePicture?: MakePicture,
): Promise<void> => {
  const client = join(storefrontBuild, 'client');
  await app.register(fastifyStatic, {
    root: join(client, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: year,
    preCompressed: true,
    decorateReply: true,
    index: false,
    dotfiles: 'ignore',
  });
  await app.register(fastifyStatic, {
    root: join(client, 'art'),
    prefix: '/art/',
    maxAge: '1d',
    preCompressed: true,
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
  });
  for (const file of releaseFiles) {
    app.get(`/${file}`, (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'content-security-policy': contentSecurityPolicy({ scripts: [] }) })
        .sendFile(file, client, { cacheControl: false }),
    );
  }
  // The files of /media/{key}/{width}.{format} are in {mediaDir}/{first two letters of key}/{key}/.
  app.get<{ Params: { key: string; file: string } }>('/media/:key/:file', async (request, reply) => {
    const { key, file } = request.params;
    if (!/^[a-z0-9]{8,64}$/.test(key) || !/^\d{2,4}\.(?:avif|webp|jpg)$/.test(file)) return reply.callNotFound();
    const folder = `${key.slice(0, 2)}/${key}`;
    if (makePicture !== undefined && !(await isThere(join(mediaDir, folder)))) await makePicture(key);
    return reply.sendFile(`${folder}/${await storedFile(join(mediaDir, folder), file)}`, mediaDir, {
      immutable: true,
      maxAge: year,
    });
  });
};
