import '@testing-library/jest-dom/vitest';
import { demoFlags } from '@ceiba/domain/flags/flags';
import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { cleanup, configure, getConfig, prettyDOM, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import * as React from 'react';
import {
  type ActionFunction,
  createRoutesStub,
  type LoaderFunction,
  Meta,
  type MetaFunction,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ShouldRevalidateFunction,
  useLocation,
} from 'react-router';
import { expect, onTestFinished, vi } from 'vitest';
import routes from '../routes.ts';
import { fillBrowserGaps } from './browser-gaps.ts';
import { demoOffersAnswer } from './demo-offers.ts';
import { type Calls, Network, refusal, type Sent } from './network.ts';
import { holdChannels, holdListeners, holdTimers } from './page-timers.ts';
import { sampleListId } from './sample-wishlist.ts';
import { sampleCartId } from './samples.ts';

type StubRoute = Parameters<typeof createRoutesStub>[0][number];

/** Exports of a file of `pages/` or `shell/` for the framework. */
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

const loadRoute = (file: string): Promise<RouteModule> => {
  const load = files[`../${file}`];
  if (load === undefined) throw new Error(`${file} is neither in pages/ nor in shell/`);
  return load();
};

/** A route whose file is imported on navigation, because most tests stay on their first page. */
const toLateStub = (file: string): Omit<StubRoute, 'children' | 'index'> => {
  let module: RouteModule | undefined;
  const loaded = async (): Promise<RouteModule> => {
    module ??= await loadRoute(file);
    return module;
  };
  return {
    Component: (props) => module && <module.default {...props} />,
    loader: async (args) => (await loaded()).loader?.(args) ?? null,
    action: async (args) => (await loaded()).action?.(args) ?? null,
    meta: (args) => module?.meta?.(args) ?? [],
    shouldRevalidate: (args) => module?.shouldRevalidate?.(args) ?? args.defaultShouldRevalidate,
  };
};

/** The ID that the framework gives a route: the ID in the route, or the file's name. */
const idOf = ({ file, id = file.replace(/\.tsx$/, '') }: RouteConfigEntry): string => id;

const pathOf = ({ path }: RouteConfigEntry) => (path === undefined ? {} : { path });

const toRouteObject = (entry: RouteConfigEntry): RouteObject => {
  const route = { id: idOf(entry), ...pathOf(entry) };
  return entry.index ? { ...route, index: true } : { ...route, children: (entry.children ?? []).map(toRouteObject) };
};

/** The routes of `routes.ts`: layouts and page of the address as the framework runs them; other pages load on navigation. */
const stubsFor = async (address: string): Promise<StubRoute[]> => {
  const shown = new Set(matchRoutes(routes.map(toRouteObject), address)?.map(({ route }) => route.id));
  const stubOf = async (entry: RouteConfigEntry): Promise<StubRoute> => {
    const id = idOf(entry);
    const isLate = !shown.has(id) && entry.children === undefined;
    const parts = isLate ? toLateStub(entry.file) : toStub(await loadRoute(entry.file));
    const stub = { id, ...pathOf(entry), ...parts };
    return entry.index
      ? { ...stub, index: true }
      : { ...stub, children: await Promise.all((entry.children ?? []).map(stubOf)) };
  };
  return Promise.all(routes.map(stubOf));
};

/** The page's texts and controls, for the message of a failed query: no classes, no pictures. */
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

/** True while a query is retried. Each try throws, but only the last message is read. */
const willLookAgain = (): boolean => {
  const config = getConfig();
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true;
};

configure({
  // A busy machine is slow, not wrong.
  asyncUtilTimeout: 60_000,
  getElementError: (message) => new Error(willLookAgain() ? (message ?? '') : `${message}\n\n${pageInWords()}`),
});

// React records where each element was created, a sixth of all time, up to a number per second. This reports that number as reached. Only that detail
// of React's error messages changes.
const reactInternals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof reactInternals === 'object' && reactInternals !== null)
  Object.defineProperty(reactInternals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
    configurable: true,
  });

const logoOf = (letter: string): string => `/identity/${letter.repeat(16)}-197x64.svg`;

/** The policy's defaults, with the name and look of the demo shop. */
const ceibaPolicy: ShopPolicy = {
  ...defaultShopPolicy,
  shopName: 'Ceiba',
  shopSentence: 'Tecnología y hogar con envío a toda Guatemala',
  shopLogo: logoOf('a'),
  shopLogoOnDark: logoOf('b'),
};

/**
 * Answers to the calls of every page, unless a test sets others. Flags and policy are the defaults. There are no categories, points programme, stores
 * with stock, passkeys, recommendations, saved products or texts of help.
 */
const usualCalls: Calls = {
  getPolicy: { policy: toPublicPolicy(ceibaPolicy), offers: demoOffersAnswer, tagContainer: null },
  getCategories: [],
  getCurrentAddress: refusal('NOT_FOUND'),
  getFlags: { flags: demoFlags },
  getHelp: { pages: [], deliveries: [], pickup: { inStore: '', fromWarehouse: '' }, banks: [] },
  getPointsOptions: [],
  getRecommendations: { products: [], resultId: sampleCartId },
  listAddresses: [],
  listStockOffers: { data: [] },
  listPasskeys: [],
  listWishlists: [{ id: sampleListId, title: 'Mi lista de deseos', items: [] }],
  sendMessagingEvent: null,
  checkPickupStock: { status: 200, data: { found: false, stores: [] } },
};

/** jsdom takes `<search>` for a misspelt element. */
const isGap = (words: readonly string[]): boolean =>
  /^The tag <%s> is unrecognized/.test(words[0] ?? '') && words[1] === 'search';

/** Collects console errors of React or the shop. Unexpected ones fail the test. */
const watchConsole = (): string[] => {
  const errors: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((...logged) => {
    const words = logged.map(String);
    if (!isGap(words)) errors.push(words.join(' '));
  });
  return errors;
};

/** Empties this browser and tab. */
const emptyBrowser = (): void => {
  localStorage.clear();
  sessionStorage.clear();
  delete window.dataLayer;
};

/** True if this test has already opened a page. The next one belongs to the same shopper and finds the stored values. */
let isOpened = false;

export interface Screen {
  user: UserEvent;
  /** Requests of the page to one call so far, oldest first. */
  sentTo: (name: keyof Calls) => Sent[];
  /** All requests of the page, oldest first. */
  allSent: () => ReturnType<Network['all']>;
  /** The current address: path and query. */
  address: () => string;
  /** Events in the data layer, oldest first. */
  measured: () => readonly unknown[];
}

export interface ScreenOptions {
  /** Answers of the API. A call without an answer fails the test. */
  calls?: Calls;
  /** Local storage of this browser (DEC-184). Values that a test writes before its first page are cleared. */
  local?: Record<string, string>;
  /** Session storage of this tab. */
  session?: Record<string, string>;
}

/**
 * Opens an address of the shop as a freshly loaded page in jsdom, with the real routes, loaders, stores and queries. Every island is hydrated. The
 * test answers the API, and the contract checks both sides (`Network`). There is no layout, style sheet or server rendering, so content for narrow
 * and for wide screens is both there.
 */
export async function renderScreen(
  address: string,
  { calls = {}, local = {}, session = {} }: ScreenOptions = {},
): Promise<Screen> {
  // Each page has its own stores and query client, whatever the previous test has left in them.
  vi.resetModules();
  // A page that ended with its test may still have stored or measured something since.
  if (!isOpened) emptyBrowser();
  isOpened = true;
  const network = new Network({ ...usualCalls, ...calls });
  const errors = watchConsole();
  fillBrowserGaps();
  vi.stubGlobal('fetch', network.fetch);
  const closeTimers = holdTimers();
  const closeChannels = holdChannels();
  const closeListeners = holdListeners();
  onTestFinished(async () => {
    cleanup();
    const problems = [...network.problems, ...errors];
    network.hangUp();
    // A part that is still loading would write, call and measure in the page of the next test.
    await vi.dynamicImportSettled();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
    closeTimers();
    closeChannels();
    closeListeners();
    emptyBrowser();
    window.history.replaceState(null, '', '/');
    isOpened = false;
    expect(problems, 'problems of the page').toEqual([]);
  });
  for (const [key, text] of Object.entries(local)) localStorage.setItem(key, text);
  for (const [key, text] of Object.entries(session)) sessionStorage.setItem(key, text);

  const { apiContext, api } = await import('../platform/api.ts');
  const { default: App, loader, ErrorBoundary } = await import('../root.tsx');
  let at = '';
  function Root() {
    const { pathname, search } = useLocation();
    at = `${pathname}${search}`;
    return (
      <>
        <Meta />
        <App />
      </>
    );
  }
  const context = new RouterContextProvider();
  context.set(apiContext, api);
  const children = await stubsFor(address);
  const root = { id: 'root', path: '/', Component: Root, loader, ErrorBoundary, HydrateFallback: () => null, children };
  const Shop = createRoutesStub([root], context);
  render(<Shop initialEntries={[address]} />);
  return {
    user: userEvent.setup(),
    sentTo: (name) => network.sentTo(name),
    allSent: () => network.all(),
    address: () => at,
    measured: () =>
      (window.dataLayer ?? []).filter((entry) => typeof entry === 'object' && entry !== null && 'event' in entry),
  };
}
