import '@testing-library/jest-dom/vitest';
import { toPublicPolicy } from '@ceiba/contract/policies';
import { defaultFlags } from '@ceiba/domain/flags/flags';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { cleanup, configure, prettyDOM, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ComponentType, useEffect } from 'react';
import {
  type ActionFunction,
  createRoutesStub,
  type LoaderFunction,
  Meta,
  type MetaFunction,
  RouterContextProvider,
  type ShouldRevalidateFunction,
  useLocation,
} from 'react-router';
import { expect, onTestFinished, vi } from 'vitest';
import routes from '../routes.ts';
import { fillBrowserGaps } from './browser-gaps.ts';
import { type Calls, Network, type Sent } from './network.ts';

type StubRoute = Parameters<typeof createRoutesStub>[0][number];

/** What a file of `pages/` or `shell/` gives the framework. */
interface RouteModule {
  default: ComponentType;
  loader?: LoaderFunction;
  action?: ActionFunction;
  meta?: MetaFunction;
  shouldRevalidate?: ShouldRevalidateFunction;
  ErrorBoundary?: ComponentType;
}

const files = import.meta.glob<RouteModule>('../{pages,shell}/*.tsx');

const toStub = ({ default: Component, loader, action, meta, shouldRevalidate, ErrorBoundary }: RouteModule) => ({
  Component,
  ...(loader && { loader }),
  ...(action && { action }),
  ...(meta && { meta }),
  ...(shouldRevalidate && { shouldRevalidate }),
  ...(ErrorBoundary && { ErrorBoundary }),
});

/** The routes of `routes.ts` with the ids the framework gives them: of those without one, the file's name. */
const stubOf = async ({ file, id = file.replace(/\.tsx$/, ''), ...entry }: RouteConfigEntry): Promise<StubRoute> => {
  const load = files[`../${file}`];
  if (load === undefined) throw new Error(`${file} stands neither in pages/ nor in shell/`);
  const stub = { id, ...toStub(await load()) };
  if (entry.index) return { ...stub, index: true };
  const children = await Promise.all((entry.children ?? []).map(stubOf));
  return { ...stub, children, ...(entry.path === undefined ? {} : { path: entry.path }) };
};

/** What a shopper can read and press of the page, for a test that looked in vain: no classes, no pictures. */
const pageInWords = (): string =>
  [...document.querySelectorAll('main, [role="dialog"], [role="alert"]:not(:empty)')]
    .map((element) => {
      const bare = document.createElement('div');
      bare.innerHTML = element.outerHTML;
      for (const one of bare.querySelectorAll('svg, picture, style')) one.remove();
      for (const one of bare.querySelectorAll('[class]')) one.removeAttribute('class');
      return prettyDOM(bare, 8_000, { highlight: false });
    })
    .join('\n');

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 60_000, getElementError: (message) => new Error(`${message}\n\n${pageInWords()}`) });

/** What every page asks for, unless a test says otherwise: no categories, the flags' and the policy's defaults, no
 * points program, and no store that has what is asked for.
 */
const usualCalls: Calls = {
  getPolicy: { policy: toPublicPolicy(defaultShopPolicy) },
  getCategories: [],
  getFlags: { flags: defaultFlags },
  getPointsOptions: [],
  checkPickupStock: { status: 200, data: { found: false, stores: [] } },
};

/** jsdom takes `<search>` for a misspelt element. */
const isGap = (words: readonly string[]): boolean =>
  /^The tag <%s> is unrecognized/.test(words[0] ?? '') && words[1] === 'search';

/** Errors nobody expects: what React or the shop writes to the console fails the test. */
const watchConsole = (): string[] => {
  const errors: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((...logged) => {
    const words = logged.map(String);
    if (!isGap(words)) errors.push(words.join(' '));
  });
  return errors;
};

export interface Screen {
  user: UserEvent;
  /** What the page sent to a call so far, the oldest first. */
  sentTo: (name: keyof Calls) => Sent[];
  /** What the page sent, whatever the call, the oldest first. */
  allSent: () => ReturnType<Network['all']>;
  /** Where the shopper is: path and query. */
  address: () => string;
  /** What was handed to analytics, the oldest first. */
  measured: () => readonly unknown[];
}

export interface ScreenOptions {
  /** What the API says; a call without an answer that is asked all the same fails the test. */
  calls?: Calls;
  /** What this browser has kept (DEC-184). */
  local?: Record<string, string>;
  /** What this tab has kept. */
  session?: Record<string, string>;
}

/**
 * Opens an address of the shop as a freshly loaded page in jsdom: the real routes with their loaders, stores and queries,
 * every island awake, the API told by the test and held to the contract on both sides (`Network`). There is no layout,
 * no style sheet and no server rendering: what differs by width stands here twice.
 */
export async function renderScreen(
  address: string,
  { calls = {}, local = {}, session = {} }: ScreenOptions = {},
): Promise<Screen> {
  // A page of its own: stores and the query client begin anew, whatever the test before has left in them.
  vi.resetModules();
  const network = new Network({ ...usualCalls, ...calls });
  const errors = watchConsole();
  fillBrowserGaps();
  vi.stubGlobal('fetch', network.fetch);
  onTestFinished(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    localStorage.clear();
    sessionStorage.clear();
    delete window.dataLayer;
    expect([...network.problems, ...errors], 'problems of the page').toEqual([]);
  });
  for (const [key, text] of Object.entries(local)) localStorage.setItem(key, text);
  for (const [key, text] of Object.entries(session)) sessionStorage.setItem(key, text);

  const { apiContext, api } = await import('../platform/api.ts');
  const { wakeIslands } = await import('../platform/island.tsx');
  const { default: App, loader, ErrorBoundary } = await import('../root.tsx');
  let at = '';
  function Root() {
    const { pathname, search } = useLocation();
    at = `${pathname}${search}`;
    // Islands wait for their script with the server's markup in their place; there is none here.
    useEffect(wakeIslands, []);
    return (
      <>
        <Meta />
        <App />
      </>
    );
  }
  const context = new RouterContextProvider();
  context.set(apiContext, api);
  const children = await Promise.all(routes.map(stubOf));
  const root = { id: 'root', path: '/', Component: Root, loader, ErrorBoundary, HydrateFallback: () => null, children };
  const Shop = createRoutesStub([root], context);
  render(<Shop initialEntries={[address]} />);
  return {
    user: userEvent.setup(),
    sentTo: (name) => network.sentTo(name),
    allSent: () => network.all(),
    address: () => at,
    measured: () => window.dataLayer ?? [],
  };
}
