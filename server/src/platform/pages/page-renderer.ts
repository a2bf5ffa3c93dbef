import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@ceiba/contract/client';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { type PageSources, pageSecurityPolicy, securityHeadersOf, takeNonce } from '../http/content-security.ts';
import { type PageAddress, pageAddresses, type ReadQuery } from './page-address.ts';

export interface RendererOptions {
  /** Folder of the storefront's build. */
  buildDir: string;
  publicUrl: string;
  /** Whose files pages may load beside our own. */
  sources?: PageSources;
  /** Development: asks for the build anew on each request. */
  loadBuild?: () => Promise<ServerBuild>;
}

/** What the storefront answers to one address. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  html: Buffer;
  /** What it is made of; none: it is nobody else's. */
  tags: string[];
  /** The database did not answer one of its calls: what it shows is not how things are. */
  isAway: boolean;
  /** One of its calls failed (500 and above): what it could not read may be readable for the next who asks. */
  hasGaps: boolean;
  /** It reads nothing of its query. */
  ignoresQuery: boolean;
  /** Epoch ms: when what it shows changes by itself, besides prices; null = it does not. */
  until: number | null;
}

interface StorefrontEntry {
  /** @param nonce which the scripts of its templates bear: of this rendering, and told to nobody else */
  loadContext(call: Client, nonce: string): RouterContextProvider;
  /** What was rendered with a context, beside its answer. Without it answers have their bodies themselves. */
  renderedHtml?: (context: RouterContextProvider) => Buffer | null;
  /** Without it no page reads its query. */
  readQuery?: ReadQuery;
}

const isStorefrontEntry = (entry: object): entry is StorefrontEntry => 'loadContext' in entry;

const loadStorefrontBuild = async (buildDir: string): Promise<ServerBuild> =>
  import(pathToFileURL(join(buildDir, 'server', 'index.js')).href);

const entryOf = (build: ServerBuild): StorefrontEntry => {
  const entry = build.entry.module;
  if (!isStorefrontEntry(entry)) throw new Error('The storefront’s entry.server must export loadContext');
  return entry;
};

/** What the storefront answered, the shop's own security headers and the policy for the page's declared scripts. */
const headersOf = (
  response: Response,
  { publicUrl, isDev, policy }: { publicUrl: string; isDev: boolean; policy: () => string },
): Record<string, string> => {
  const headers = securityHeadersOf({ publicUrl, isDev });
  for (const [name, value] of response.headers) headers[name] = value;
  if ((headers['content-type'] ?? '').startsWith('text/html') && !isDev) {
    headers['content-security-policy'] = policy();
  }
  headers['cache-control'] ??= 'no-store';
  headers.vary = 'accept-encoding';
  return headers;
};

/** Notes whether one of a page's calls failed, and whether it found the database away. */
const watchFailures = (call: Client): { call: Client; isAway(): boolean; hasGaps(): boolean } => {
  let isAway = false;
  let hasGaps = false;
  return {
    call: async (name, input, options) => {
      const answer = await call(name, input, options);
      isAway ||= !answer.ok && answer.error.status === 503;
      hasGaps ||= !answer.ok && answer.error.status >= 500;
      return answer;
    },
    isAway: () => isAway,
    hasGaps: () => hasGaps,
  };
};

export interface PageRenderer {
  /** @param call how its loaders reach the API */
  render(key: string, call: Client): Promise<RenderedPage>;
  addressOf(address: string): PageAddress | undefined;
}

/** Runs the storefront's server build. */
export const createPageRenderer = async ({
  buildDir,
  publicUrl,
  sources = {},
  loadBuild,
}: RendererOptions): Promise<PageRenderer> => {
  const fixed = loadBuild === undefined ? await loadStorefrontBuild(buildDir) : undefined;
  const fixedHandler = fixed && createRequestHandler(fixed, 'production');
  const currentBuild = async (): Promise<ServerBuild> => {
    const build = fixed ?? (await loadBuild?.());
    if (build === undefined) throw new Error('There is no storefront build');
    return build;
  };
  const first = await currentBuild();
  return {
    addressOf: pageAddresses(first, entryOf(first).readQuery ?? (() => ({}))),
    render: async (key, call) => {
      const build = await currentBuild();
      const handle = fixedHandler ?? createRequestHandler(build, 'development');
      const watched = watchFailures(call);
      const request = new Request(new URL(key, publicUrl));
      const entry = entryOf(build);
      const nonce = randomBytes(16).toString('base64url');
      const context = entry.loadContext(watched.call, nonce);
      const response = await handle(request, context);
      const drawn = entry.renderedHtml?.(context) ?? Buffer.from(await response.arrayBuffer());
      const { html, ...declared } = takeNonce(drawn, nonce);
      const {
        'page-tags': tags = '',
        'page-query': query,
        'page-until': until,
        ...headers
      } = headersOf(response, {
        publicUrl,
        isDev: fixed === undefined,
        policy: () => pageSecurityPolicy(declared, new URL(request.url).pathname, sources),
      });
      return {
        status: response.status,
        headers,
        html,
        tags: tags.split(' ').filter((tag) => tag !== ''),
        isAway: watched.isAway(),
        hasGaps: watched.hasGaps(),
        ignoresQuery: query === 'none',
        until: until === undefined ? null : Date.parse(until),
      };
    },
  };
};
