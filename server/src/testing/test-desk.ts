import { randomUUIDv7 } from 'node:crypto';
import { type Client, createClient } from '@ceiba/contract/client';
import { deskCallTable } from '@ceiba/contract/desk/call-table';
import { type DeskEndpoints, deskEndpoints } from '@ceiba/contract/desk/endpoints';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { insertMember } from '../staff/members.store.ts';
import { openStaffSession } from '../staff/staff-sessions.store.ts';
import type { TestShop } from './test-shop.ts';

/** A staff member with a new session. */
export interface TestDesk {
  id: string;
  name: string;
  cookie: string;
  call: Client<DeskEndpoints>;
  /** Sends the same call over HTTP, for its status and headers. `path`: for example `/v1/admin/…`. */
  send: (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    options?: { body?: object; headers?: Record<string, string> },
  ) => ReturnType<TestShop['inject']>;
}

/** Returns a new Idempotency-Key for a call that requires one, as the desk sends it (DEC-172). */
const keyOf = (method: string, path: string): Record<string, string> =>
  Object.values<EndpointSpec>(deskEndpoints).some(
    (spec) =>
      spec.idempotent === 'required' &&
      spec.method === method &&
      new RegExp(`^${spec.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
    ? { 'idempotency-key': randomUUIDv7() }
    : {};

/** Signs in a person with that role, perhaps limited to stores. */
export async function openDesk(shop: TestShop, role: string, stores: string[] | null = null): Promise<TestDesk> {
  const id = randomUUIDv7();
  const now = new Date();
  const name = `${role} ${id.slice(-6)}`;
  const token = await shop.db.transaction(async (tx) => {
    const member = await insertMember(tx, { id, email: `${id}@ceiba.example`, name, role, stores }, now);
    if (member === undefined) throw new Error('nobody was added');
    return openStaffSession(tx, id, 'test', now);
  });
  const cookie = `ceiba_staff=${token}`;
  const origin = shop.config.publicUrl;
  const send: TestDesk['send'] = (method, path, { body, headers } = {}) =>
    shop.inject({
      method,
      url: path,
      headers: { cookie, origin, ...keyOf(method, path), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
  const call = createClient<DeskEndpoints>(async ({ method, url, headers, body }) => {
    const verb = method === 'POST' || method === 'PATCH' || method === 'DELETE' ? method : 'GET';
    if (body instanceof FormData) throw new Error('forms are sent by inject and formPayload');
    const answer = await shop.inject({
      method: verb,
      url,
      headers: { cookie, origin, ...keyOf(verb, url), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, text: answer.payload };
  }, deskCallTable);
  return { id, name, cookie, call, send };
}
