import type { ApiError, CallAnswer, Client } from '@ceiba/contract/client';
import { ok, refuse } from '@ceiba/domain/result';
import { expect, test } from 'vitest';
import { findOutcome } from './placement-outcome.ts';

const asked = { cartId: '0b6f0f7c-7d5b-4c59-9b5e-2f4cdd1a9a10', keys: ['key-1'] };
const pause = async (): Promise<void> => {};

type State = CallAnswer<'findPlacement'>['data']['state'];

const state = (name: State, isOwn = false, orderNumber: string | null = null) =>
  ok({ status: 200, data: { state: name, isOwn, orderNumber } });
const refusal = (code: string, status: number) =>
  refuse<ApiError>({ code, status, message: '', metadata: { mgtoCode: code } });

const [open, running, closed] = [state('open'), state('placing', true), state('closed')];
const ordered = state('ordered', true, '100000002');
const own = { kind: 'placed', orderNumber: '100000002', isOwn: true };

/** Answers one after the other, the last again and again. */
function client(answers: unknown): { call: Client; sent: unknown[] } {
  const sent: unknown[] = [];
  const queue = Array.isArray(answers) ? [...answers] : [];
  const call: Client = async (...asked) => {
    sent.push(asked);
    return queue.length > 1 ? queue.shift() : queue[0];
  };
  return { call, sent };
}

test.each([
  ['the order, once the bank has decided', [running, running, ordered], own],
  ['open when it says so twice', [running, open, open], { kind: 'open' }],
  ['the order that arrived after one "open"', [open, ordered], own],
  ['still running', [running], { kind: 'running' }],
  ['nobody answers', [refusal('NETWORK', 0)], { kind: 'unreachable' }],
  ['who asks is not told, as the session is over', [refusal('UNAUTHORIZED', 401)], { kind: 'barred' }],
  ['nor whose copy of a link is gone', [refusal('FORBIDDEN', 403)], { kind: 'barred' }],
  ['a cart that went into another, of which no order came', [closed], { kind: 'open' }],
  ['a cart that is gone', [refusal('CART_NOT_FOUND', 404)], { kind: 'open' }],
])('[DEC-131] what became of an attempt: %s', async (_, answers, outcome) => {
  expect(await findOutcome(client(answers).call, asked, { pause })).toEqual(outcome);
});

test('the question is one that writes nothing, with the keys of the attempts, and of a link with what opens its copy', async () => {
  const { call, sent } = client([running, running, ordered]);
  await findOutcome(call, { ...asked, token: 'link.1.mío' }, { pause });
  const headers = { authorization: 'Bearer link.1.mío' };
  expect(sent).toEqual([1, 2, 3].map(() => ['findPlacement', { body: asked }, { headers }]));
});
