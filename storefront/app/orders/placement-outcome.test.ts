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
  ['still running', [running], { kind: 'running', isOwn: true }],
  ['nobody answers', [refusal('NETWORK', 0)], { kind: 'unreachable' }],
  ['who asks is not told, as the session is over', [refusal('UNAUTHORIZED', 401)], { kind: 'barred' }],
  ['nor whose link is another’s', [refusal('FORBIDDEN', 403)], { kind: 'barred' }],
  ['a cart that went into another, of which no order came', [closed], { kind: 'open' }],
  ['a cart that is gone', [refusal('CART_NOT_FOUND', 404)], { kind: 'open' }],
  ['another payer’s of the same link', [running, state('ordered')], { kind: 'foreign' }],
])('[DEC-131] what became of an attempt: %s', async (_, answers, outcome) => {
  expect(await findOutcome(client(answers).call, asked, { pause })).toEqual(outcome);
});

const shut = refusal('UNAUTHORIZED', 401);
const reopened = ok({ status: 200, data: { token: 'link.1.nuevo' } });

test.each([
  ['a new one is told the order', [shut, reopened, ordered], own],
  ['the link is used, with this order or another', [shut, refusal('PAYMENT_LINK_USED', 409)], { kind: 'barred' }],
  ['its time is over, with an order or without', [shut, refusal('PAYMENT_LINK_NOT_FOUND', 404)], { kind: 'barred' }],
  ['nobody answers', [shut, refusal('NETWORK', 0)], { kind: 'unreachable' }],
])('[DEC-131] a link’s token that opens it no longer is asked for anew: %s', async (_, answers, outcome) => {
  const { call, sent } = client(answers);
  expect(await findOutcome(call, { ...asked, token: 'link.1.viejo' }, { pause })).toEqual(outcome);
  expect(sent[1]).toEqual(['openPaymentLink', { params: { quoteId: asked.cartId }, body: {} }]);
  if (answers.length > 2)
    expect(sent[2]).toEqual(['findPlacement', { body: asked }, { headers: { authorization: 'Bearer link.1.nuevo' } }]);
});

test('the question is one that writes nothing, with the keys of the attempts; whose runs is told meanwhile', async () => {
  const { call, sent } = client([state('placing'), running, ordered]);
  const told: boolean[] = [];
  await findOutcome(call, asked, { pause, onRunning: (isOwn) => told.push(isOwn) });
  expect(sent).toEqual([1, 2, 3].map(() => ['findPlacement', { body: asked }, { headers: {} }]));
  expect(told).toEqual([false, true]);
});
