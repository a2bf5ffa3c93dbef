import type { DeskCall } from '@ceiba/contract/desk/endpoints';
import '@testing-library/jest-dom/vitest';
import type { OwnSession } from '@ceiba/contract/desk/staff';
import { type BuiltInRole, builtInRoles } from '@ceiba/domain/staff/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { expect, onTestFinished, vi } from 'vitest';
import { routes } from '../routes.tsx';
import { answerCode } from '../session/reauthentication.ts';
import { leaveSession } from '../session/session.ts';
import { type DeskCalls, DeskNetwork, type Sent } from './desk-network.ts';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 60_000 });

/** A session of a person with this role. */
export const sampleSession = (
  role: BuiltInRole = 'owner',
  id = '01a21b45-9d58-7b10-8d76-792b15967a7d',
): OwnSession => ({
  user: { id, name: 'Marta Xicará', email: 'marta@ceiba.example', role },
  permissions: [...builtInRoles[role].permissions],
  stores: null,
  sessionExpiresAt: '2026-11-27T10:00:00.000Z',
  offers: { points: true, installments: true },
});

/** Adds browser features that jsdom lacks: a width, visibility, and layout. */
const fillGaps = (width: number): void => {
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.getAnimations = () => [];
  Element.prototype.setPointerCapture = () => {};
  Element.prototype.hasPointerCapture = () => false;
  window.matchMedia = (media) => {
    const least = Number(/min-width: (\d+)px/.exec(media)?.[1] ?? Number.NaN);
    return Object.assign(new EventTarget(), {
      media,
      matches: media.includes('reduced-motion') || width >= least,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    });
  };
  window.ResizeObserver = class implements ResizeObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
};

export interface Desk {
  user: UserEvent;
  sentTo: (name: DeskCall) => Sent[];
  /** Path and query below /admin. */
  address: () => string;
  /** Navigates like the buttons of the browser. */
  go: (to: string | number) => Promise<void>;
}

/** jsdom takes `<search>` for a misspelt element. */
const isGap = (words: readonly string[]): boolean =>
  /^The tag <%s> is unrecognized/.test(words[0] ?? '') && words[1] === 'search';

/**
 * Opens an address of the desk in jsdom with its real routes. The test answers the API, and the contract checks both sides. `pages`: other pages
 * inside the desk's layout, for parts without a page.
 */
export async function openDesk(
  address: string,
  {
    calls = {},
    session = sampleSession(),
    width = 1440,
    pages,
  }: { calls?: DeskCalls; session?: OwnSession | null; width?: number; pages?: RouteObject[] } = {},
): Promise<Desk> {
  const signedIn: DeskCalls = session === null ? {} : { getStaffSession: { status: 200, data: session } };
  // There are no names, saved views, planned prices, notices and passkeys unless a test sets them.
  const network = new DeskNetwork({
    ...signedIn,
    listNames: { status: 200, data: [] },
    listOwnPasskeys: { status: 200, data: [] },
    getProductStock: {
      status: 200,
      data: {
        sku: 'TV-1',
        title: 'Televisor',
        hasStock: false,
        places: [],
        threshold: null,
        movements: [],
        mayMove: [],
      },
    },
    getProductPricePlans: { status: 200, data: [] },
    getProductSupply: {
      status: 200,
      data: { onOrder: 0, purchases: [], showsCosts: false, averageCost: null },
    },
    listViews: { status: 200, data: [] },
    listNotices: { status: 200, data: [], next: '1:1:', unread: 0 },
    ...calls,
  });
  const errors: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((...logged) => {
    const words = logged.map(String);
    if (!isGap(words)) errors.push(words.join(' '));
  });
  fillGaps(width);
  localStorage.clear();
  vi.stubGlobal('fetch', network.fetch);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(pages ?? routes, { initialEntries: [address] });
  onTestFinished(async () => {
    cleanup();
    queries.clear();
    router.dispose();
    answerCode(false);
    leaveSession();
    await vi.dynamicImportSettled();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    localStorage.clear();
    window.history.replaceState(null, '', '/');
    expect([...network.problems, ...errors], 'problems of the page').toEqual([]);
  });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    sentTo: (name) => network.sentTo(name),
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    go: (to) => (typeof to === 'number' ? router.navigate(to) : router.navigate(to)),
  };
}
