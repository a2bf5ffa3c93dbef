import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import { createPages, type PagesOptions } from './pages.ts';

/**
 * For development: Vite builds the storefront on request and reloads the browser on changes. No page is cached, and no security policy is
 * sent, because Vite's client writes inline styles and scripts.
 */
export const registerDevStorefront = async (
  app: FastifyInstance,
  { projectDir, ...shop }: { projectDir: string } & Pick<PagesOptions, 'publicUrl' | 'calls' | 'responses'>,
): Promise<void> => {
  const root = join(projectDir, 'storefront');
  const vite = await withoutItsEnding(() =>
    createServer({ root, server: { middlewareMode: true }, appType: 'custom' }),
  );
  app.addHook('onClose', () => vite.close());
  const pages = await createPages({
    buildDir: join(root, 'build'),
    ...shop,
    loadBuild: () => vite.ssrLoadModule('virtual:react-router/server-build').then(asBuild),
  });
  app.get('/*', async (request, reply) => {
    const isHandled = await new Promise<boolean>((done) => {
      request.raw.once('close', () => done(true));
      reply.raw.once('finish', () => done(true));
      vite.middlewares(request.raw, reply.raw, () => done(false));
    });
    if (isHandled) return reply.hijack();
    await pages.handle(request, reply);
  });
};

/**
 * Runs `work`, then removes a listener. React Router's plugin opens a second Vite, whose listener ends the process immediately on SIGTERM.
 * The shop would still be closing, and its database would continue to run.
 */
async function withoutItsEnding<T>(work: () => Promise<T>): Promise<T> {
  const before = process.listeners('SIGTERM');
  const result = await work();
  for (const listener of process.listeners('SIGTERM')) if (!before.includes(listener)) process.off('SIGTERM', listener);
  return result;
}

type Build = Awaited<ReturnType<NonNullable<Parameters<typeof createPages>[0]['loadBuild']>>>;

const isBuild = (value: object): value is Build => 'entry' in value && 'routes' in value;

const asBuild = (loaded: object): Build => {
  if (!isBuild(loaded)) throw new Error('Vite did not answer the storefront’s server build');
  return loaded;
};
