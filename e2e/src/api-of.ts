import type { Client } from '@ceiba/contract/client';
import { createShopClient } from '@ceiba/contract/testing/shop-client';
import type { APIRequestContext } from '@playwright/test';

/** Returns a client of the shop's API for calls of the test itself. */
export const apiOf = (request: APIRequestContext): Client =>
  createShopClient(async ({ method, url, headers, body }) => {
    const answer = await request.fetch(url, { method, headers, ...(body === undefined ? {} : { data: body }) });
    return { status: answer.status(), text: await answer.text() };
  });
