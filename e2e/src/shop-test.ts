import type { Client } from '@ceiba/contract/client';
import { test as base, expect } from '@playwright/test';
import { apiOf } from './api-of.ts';
import { Checkout } from './checkout.ts';
import { DeskOwner } from './desk-person.ts';
import { watchAwake } from './hydrated.ts';
import { Shopper } from './shopper.ts';
import { watchPages } from './watch-pages.ts';
import { baseURL } from './where.ts';

interface Shop {
  /** Response statuses that this test provokes. Any other response from 400 up fails the test. 0: a broken connection. */
  refusals: number[];
  /** The API, for calls of the test itself. */
  api: Client;
  /** True below a width of 1024 px (APP-32). */
  isPhone: boolean;
  shopper: Shopper;
  checkout: Checkout;
}

interface OfProcess {
  /** Invites staff to the desk. */
  owner: DeskOwner;
}

/** Every page of every test is watched for errors. */
export const test = base.extend<Shop, OfProcess>({
  refusals: [[], { option: true }],
  context: async ({ context, refusals }, use) => {
    const problems = watchPages(context, refusals);
    await use(context);
    expect(problems, 'errors of the pages').toEqual([]);
  },
  page: async ({ page }, use) => {
    await watchAwake(page);
    await use(page);
  },
  owner: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL });
      await use(await DeskOwner.enter(request));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  api: async ({ request }, use) => use(apiOf(request)),
  isPhone: async ({ viewport }, use) => use((viewport?.width ?? 0) < 1024),
  shopper: async ({ page, api, isPhone }, use) => use(new Shopper(page, api, isPhone)),
  checkout: async ({ page, isPhone }, use) => use(new Checkout(page, isPhone)),
});

export { expect };
