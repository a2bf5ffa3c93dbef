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
  /** Origins from which pages may load files, besides the shop's own. */
  sources?: PageSources;
  /** For development: loads the build again for each request. */
  loadBuild?: () => Promise<ServerBuild>;
}

/** The storefront's answer to one address. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  html: Buffer;
  /** Tags of the page's data. A page without tags cannot be reused. */
  tags: string[];
  /** True if the database was away during one of the page's calls. The page then does not show the real state. */
  isAway: boolean;
  /** True if one of the page's calls failed (500 and above). The next request may get the missing part. */
  hasGaps: boolean;
  /** True if the page reads no part of its query. */
  ignoresQuery: boolean;
  /** Time at which the page's content changes by itself, apart from prices, in epoch ms. Null if it never does. */
  until: number | null;
}

interface StorefrontEntry {
  /** @param nonce carried by the inline scripts of this rendering's templates, and unknown outside it */
  loadContext(call: Client, nonce: string): RouterContextProvider;
  /** Returns the HTML rendered with a context. Without this function, the HTML is the body of the response. */
  renderedHtml?: (context: RouterContextProvider) => Buffer | null;
  /** Returns the parts of a query that a page reads. Without this function, no page reads its query. */
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

/** Combines the storefront's headers, the shop's security headers and the policy for the page's declared scripts. */
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

/** Records whether one of a page's calls failed, and whether the database was away. */
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
  /** @param call through which its loaders call the API */
  render(key: string, call: Client): Promise<RenderedPage>;
  addressOf(address: string): PageAddress | undefined;
}

/** Loads and runs the storefront's server build. */
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
