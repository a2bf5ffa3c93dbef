import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy } from './content-security.ts';

const year = '365d';

/** Pictures stored before there were files of 64 px have none: the next larger one stands in. */
const storedFile = async (folder: string, file: string): Promise<string> => {
  if (!file.startsWith('64.')) return file;
  const isThere = await access(join(folder, file)).then(
    () => true,
    () => false,
  );
  return isThere ? file : file.replace('64.', '120.');
};

/** The worker, and what it shows without a line: asked for anew each time, so that a release counts. */
const releaseFiles = ['sw.js', 'offline.html', 'offline.js', 'offline.css'] as const;

/**
 * Files that never change under their name (built assets with a hash, pictures with a content key): immutable, and sent
 * from the .br and .gz files the build put beside them. What has a plain name (favicon, art) is kept for an hour.
 */
export const registerStaticFiles = async (app: FastifyInstance, buildDir: string, mediaDir: string): Promise<void> => {
  const client = join(buildDir, 'client');
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
  // /media/{key}/{width}.{format} lies in {mediaDir}/{first two of key}/{key}/
  app.get<{ Params: { key: string; file: string } }>('/media/:key/:file', async (request, reply) => {
    const { key, file } = request.params;
    if (!/^[a-z0-9]{8,64}$/.test(key) || !/^\d{2,4}\.(?:avif|webp|jpg)$/.test(file)) return reply.callNotFound();
    const folder = `${key.slice(0, 2)}/${key}`;
    return reply.sendFile(`${folder}/${await storedFile(join(mediaDir, folder), file)}`, mediaDir, {
      immutable: true,
      maxAge: year,
    });
  });
};
