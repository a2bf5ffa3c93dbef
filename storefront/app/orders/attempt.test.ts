import { noResponseError, type PaymentErrorAlert } from '@ceiba/domain/payments/payment-alerts';
import { describe, expect, test } from 'vitest';
import {
  type Attempt,
  type AttemptEvent,
  attemptToStore,
  isAtWork,
  isLoading,
  keyFor,
  mayAsk,
  mayPress,
  noticeOf,
  noticeTexts,
  type Press,
  pollsBeforeNotice,
  questionOf,
  reduceAttempt,
  type ShownDraft,
  startOf,
} from './attempt.ts';
import type { StoredAttempt } from './attempt-storage.ts';
import type { Outcome, Placement } from './place-order.ts';

const draft: ShownDraft = {
  cart: null,
  link: null,
  paidBy: 'Cash',
  order: {
    cartId: 'cart-1',
    orderNumber: '',
    email: 'lucia@correo.gt',
    firstname: 'Lucía',
    shipments: [],
    costs: [],
    delivery: null,
    payment: 'Efectivo contra entrega',
    isCash: true,
    documentType: 'CF',
  },
};
const ofLink: ShownDraft = { ...draft, link: { id: 'link-1', token: 'link.1.abc' } };

const pressOf = (key: string, shown = draft): Press => ({ text: `order of ${key}`, key, draft: shown });
const pressed = (key = 'key-1', shown = draft): AttemptEvent => ({ type: 'pressed', press: pressOf(key, shown) });
const sent: AttemptEvent = { type: 'sent' };
const proving: AttemptEvent = { type: 'proving', isProving: true };
const proved: AttemptEvent = { type: 'proving', isProving: false };
const pollPressed: AttemptEvent = { type: 'asked' };
const cartRead: AttemptEvent = { type: 'cartRead' };
const late: AttemptEvent = { type: 'late' };
const answered = (placement: Placement): AttemptEvent => ({ type: 'answered', placement });
const outcomeEvent = (outcome: Outcome): AttemptEvent => ({ type: 'outcomeKnown', outcome });

const declined: PaymentErrorAlert = {
  id: 'PaymentError',
  title: 'Pago rechazado',
  message: '',
  type: 'Error',
  action: 'none',
};
const soldOut: PaymentErrorAlert = { ...declined, title: 'Revisa tu carrito', action: 'goToCart' };

const answers = {
  placed: answered({ kind: 'placed', orderNumber: '100000001', isFound: false }),
  found: answered({ kind: 'placed', orderNumber: '100000001', isFound: true }),
  declined: answered({ kind: 'refused', alert: declined }),
  soldOut: answered({ kind: 'refused', alert: soldOut }),
  unheard: answered({ kind: 'refused', alert: noResponseError }),
  notSent: answered({ kind: 'notSent' }),
  cartGone: answered({ kind: 'cartGone' }),
  unknown: answered({ kind: 'unknown', alert: noResponseError }),
  inProgress: answered({ kind: 'unknown', alert: null }),
} as const;

const outcomes = {
  ordered: outcomeEvent({ kind: 'placed', orderNumber: '100000001', isOwn: true }),
  others: outcomeEvent({ kind: 'placed', orderNumber: '100000001', isOwn: false }),
  running: outcomeEvent({ kind: 'running' }),
  open: outcomeEvent({ kind: 'open' }),
  unreachable: outcomeEvent({ kind: 'unreachable' }),
  accessEnded: outcomeEvent({ kind: 'accessEnded' }),
} as const;

const after = (...events: AttemptEvent[]): Attempt => events.reduce(reduceAttempt, startOf(null, null));
const inVain = (outcome: AttemptEvent): AttemptEvent[] => Array.from({ length: pollsBeforeNotice }, () => outcome);

const unanswered = [pressed(), sent, answers.unknown];
/** One attempt in each step, reached as a shopper would. */
const at = {
  idle: after(),
  refused: after(pressed(), sent, answers.declined),
  preparing: after(pressed()),
  sending: after(pressed(), sent),
  proving: after(pressed(), sent, proving),
  asking: after(...unanswered),
  'asking, after one report of a cart without an order': after(...unanswered, outcomes.open),
  running: after(...unanswered, ...inVain(outcomes.running)),
  unreachable: after(...unanswered, ...inVain(outcomes.unreachable)),
  accessEnded: after(...unanswered, outcomes.accessEnded),
  placed: after(pressed(), sent, answers.placed),
} as const;

/**
 * For each step: the notice, whether the button loads, whether a press is allowed, whether the outcome can be asked for, and the polling interval.
 */
test.each<[keyof typeof at, ReturnType<typeof noticeOf>, boolean, boolean, boolean, number | null]>([
  ['idle', null, false, true, false, null],
  ['refused', 'notCharged', true, false, false, null],
  ['preparing', null, true, false, false, null],
  ['sending', null, true, false, false, null],
  ['proving', 'proving', true, false, false, null],
  ['asking', 'checking', false, false, false, 2_000],
  ['asking, after one report of a cart without an order', 'checking', false, false, false, 2_000],
  ['running', 'running', false, true, true, 15_000],
  ['unreachable', 'unreachable', false, true, true, 15_000],
  ['accessEnded', 'accessEnded', false, true, true, null],
  ['placed', null, true, false, false, null],
])(
  '[ORD-07] [DEC-131] step "%s": notice %s, loading %s, press allowed %s, poll allowed %s, polls every %s ms',
  (name, ...shown) => {
    const attempt = at[name];
    const seen = [noticeOf(attempt), isLoading(attempt), mayPress(attempt), mayAsk(attempt)];
    expect([...seen, questionOf(attempt)?.every ?? null]).toEqual(shown);
    expect(isAtWork(attempt)).toBe(!mayPress(attempt));
  },
);

const events = {
  'a press': pressed(),
  'the order is sent': sent,
  'a captcha is required': proving,
  'the captcha is solved': proved,
  'the answer: placed': answers.placed,
  'the answer: found': answers.found,
  'the answer: declined': answers.declined,
  'the answer: sold out': answers.soldOut,
  'the answer: none': answers.unheard,
  'the answer: not sent': answers.notSent,
  'the answer: the cart is gone': answers.cartGone,
  'the answer: unknown': answers.unknown,
  'the answer: another attempt is running': answers.inProgress,
  'a poll by the shopper': pollPressed,
  'the outcome: ordered': outcomes.ordered,
  'the outcome: ordered by another tab': outcomes.others,
  'the outcome: running': outcomes.running,
  'the outcome: no order': outcomes.open,
  'the outcome: unreachable': outcomes.unreachable,
  'the outcome: accessEnded': outcomes.accessEnded,
  'the cart, read again': cartRead,
  'a late confirmation': late,
} as const;

type Ways = Partial<Record<keyof typeof events, string>>;

const answersLead: Ways = {
  'the answer: placed': 'placed',
  'the answer: found': 'placed',
  'the answer: declined': 'idle: notCharged',
  'the answer: sold out': 'idle',
  'the answer: none': 'idle: notCharged',
  'the answer: the cart is gone': 'idle',
  'the answer: unknown': 'asking',
  'the answer: another attempt is running': 'asking',
};
const outcomesLead: Ways = {
  'the outcome: ordered': 'placed',
  'the outcome: ordered by another tab': 'placed',
  'the outcome: accessEnded': 'accessEnded',
};
const pressesLead: Ways = { 'a press': 'preparing', 'a poll by the shopper': 'asking' };

/** The step after each event. Events that are not listed change nothing: a second press, an answer that is no longer expected. */
const ways: Record<keyof typeof at, Ways> = {
  idle: { 'a press': 'preparing' },
  refused: { 'the cart, read again': 'idle: notCharged' },
  preparing: { ...answersLead, 'the order is sent': 'sending', 'the answer: not sent': 'idle: notSent' },
  sending: {
    ...answersLead,
    'a captcha is required': 'sending: proving',
    'the captcha is solved': 'sending',
    'the answer: not sent': 'unreachable',
  },
  proving: {
    ...answersLead,
    'a captcha is required': 'sending: proving',
    'the captcha is solved': 'sending',
    'the answer: not sent': 'unreachable',
  },
  asking: {
    ...outcomesLead,
    'the outcome: running': 'asking',
    'the outcome: no order': 'asking: reported once',
    'the outcome: unreachable': 'asking',
  },
  'asking, after one report of a cart without an order': {
    ...outcomesLead,
    'the outcome: running': 'asking',
    'the outcome: no order': 'idle: notPlaced',
    'the outcome: unreachable': 'asking',
  },
  running: { ...pressesLead, ...outcomesLead, 'the outcome: no order': 'asking: reported once' },
  unreachable: {
    ...pressesLead,
    ...outcomesLead,
    'the outcome: running': 'asking',
    'the outcome: no order': 'asking: reported once',
  },
  accessEnded: pressesLead,
  placed: { 'a late confirmation': 'placed: late' },
};

const nameOf = ({ step }: Attempt): string => {
  if (step.name === 'idle' && step.end !== null) return `idle: ${step.end}`;
  if (step.name === 'sending' && step.isProving) return 'sending: proving';
  if (step.name === 'asking' && step.wasOpen) return 'asking: reported once';
  return step.name === 'placed' && step.isLate ? 'placed: late' : step.name;
};

const isKey = <T extends object>(record: T, key: PropertyKey): key is keyof T => key in record;
const keysOf = <T extends object>(record: T): (keyof T)[] =>
  Reflect.ownKeys(record).filter((key) => isKey(record, key));

const rows = keysOf(at).flatMap((from) => keysOf(events).map((by) => [from, by, ways[from][by] ?? null] as const));

test.each(rows)('[ORD-08] step "%s", event "%s": the next step is %s', (from, by, to) => {
  const next = reduceAttempt(at[from], events[by]);
  if (to === null) expect(next).toBe(at[from]);
  else expect(nameOf(next)).toBe(to);
});

describe('[DEC-131] the outcome of an order', () => {
  test('the page reports the state after twelve polls, not before', () => {
    const almost = inVain(outcomes.running).slice(1);
    expect(nameOf(after(...unanswered, ...almost))).toBe('asking');
    expect(nameOf(after(...unanswered, ...almost, outcomes.unreachable))).toBe('unreachable');
  });

  test('a cart without an order must be reported twice in a row', () => {
    expect(nameOf(after(...unanswered, outcomes.open, outcomes.unreachable, outcomes.open))).toBe(
      'asking: reported once',
    );
  });

  test('a new poll by the shopper ignores the previous poll’s answer, and lasts as long as the first', () => {
    const anew = reduceAttempt(at.running, pollPressed);
    expect(anew.round).toBe(at.running.round + 1);
    expect(nameOf([...inVain(outcomes.running).slice(1)].reduce(reduceAttempt, anew))).toBe('asking');
  });

  test('polls with the keys that were sent and not refused, and with the token of a link’s copy', () => {
    const sentTwice = after(...unanswered, ...inVain(outcomes.running), pressed('key-2'), sent, answers.unknown);
    expect(questionOf(sentTwice)?.about).toEqual({ cartId: 'cart-1', keys: ['key-1', 'key-2'], token: null });
    const linked = after(pressed('key-1', ofLink), sent, answers.unknown);
    expect(questionOf(linked)?.about).toEqual({ cartId: 'cart-1', keys: ['key-1'], token: 'link.1.abc' });
  });

  test.each([
    ['its own order, found by a poll', after(...unanswered, outcomes.ordered), 'Efectivo contra entrega'],
    ['its own order, in the answer to the press', at.placed, 'Efectivo contra entrega'],
    ['the order of another tab, found by a poll', after(...unanswered, outcomes.others), null],
    ['the order of another tab, in the answer to the press', after(pressed(), answers.found), null],
    [
      'one of two sent orders',
      after(...unanswered, ...inVain(outcomes.running), pressed('key-2'), sent, answers.unknown, outcomes.ordered),
      null,
    ],
    [
      'the first order after the second was refused',
      after(...unanswered, ...inVain(outcomes.running), pressed('key-2'), sent, answers.declined, outcomes.ordered),
      null,
    ],
  ])('the payment is named only if the order was certainly made with the shown draft: %s', (_, attempt, payment) => {
    expect(attempt.draft?.order).toMatchObject({ orderNumber: '100000001', payment, isCash: payment !== null });
  });
});

describe('[DEC-133] a refusal leaves the outcome of an earlier order open', () => {
  const undecided = [...unanswered, ...inVain(outcomes.unreachable)];

  test.each<[string, AttemptEvent[], string]>([
    ['a refusal before the order is sent', [pressed('key-2'), answers.declined], 'asking'],
    ['a call without an answer', [pressed('key-2'), answers.unheard], 'unreachable'],
    ['a press whose page was left', [pressed('key-2'), answers.notSent], 'unreachable'],
    ['a refusal of another order', [pressed('key-2'), sent, answers.declined], 'asking'],
    [
      'a refusal of the same order, of which the first request may still be queued',
      [pressed(), sent, answers.declined],
      'asking',
    ],
  ])('%s', (_, events, name) => {
    const attempt = after(...undecided, ...events);
    expect(nameOf(attempt)).toBe(name);
    expect([attempt.keys, attempt.isUndecided]).toEqual([['key-1'], true]);
  });

  test('the refusal is shown if no order is found', () => {
    const attempt = after(...undecided, pressed('key-2'), sent, answers.soldOut, outcomes.open, outcomes.open);
    expect(attempt.step).toEqual({ name: 'idle', end: 'notPlaced', refusal: soldOut });
    expect(attempt.isUndecided).toBe(false);
  });

  test('the refusal is not shown after a new poll by the shopper', () => {
    const later = [...inVain(outcomes.running), pollPressed, outcomes.open, outcomes.open];
    const attempt = after(...undecided, pressed('key-2'), sent, answers.soldOut, ...later);
    expect(attempt.step).toEqual({ name: 'idle', end: 'notPlaced', refusal: null });
  });

  test('an order that was not found may still be queued, so it is polled again', () => {
    const attempt = after(...unanswered, outcomes.open, outcomes.open, pressed('key-2'), sent, answers.declined);
    expect([nameOf(attempt), attempt.keys]).toEqual(['asking', ['key-1']]);
  });

  test('after a failed press the page still shows the order that was sent', () => {
    const other = { ...draft, order: { ...draft.order, email: 'otra@correo.gt' } };
    const attempt = after(...undecided, pressed('key-2', other), answers.declined);
    expect(attempt.draft?.order.email).toBe('lucia@correo.gt');
  });
});

describe('[DEC-213] the payment of another copy of a link', () => {
  test.each([
    ['it is noticed before the order is sent', after(pressed('key-1', ofLink), answers.inProgress), 'idle: beingPaid'],
    ['it is noticed by the order call', after(pressed('key-1', ofLink), sent, answers.inProgress), 'idle: beingPaid'],
    ['a cart without a link has no other copy', after(pressed(), sent, answers.inProgress), 'idle: notPlaced'],
    [
      'it is the same shopper’s earlier order, pressed and sent again',
      after(
        pressed('key-1', ofLink),
        sent,
        answers.unknown,
        ...inVain(outcomes.unreachable),
        pressed('key-1', ofLink),
        sent,
        answers.inProgress,
      ),
      'idle: notPlaced',
    ],
    [
      'it is the same shopper’s earlier order, pressed again',
      after(
        pressed('key-1', ofLink),
        sent,
        answers.unknown,
        ...inVain(outcomes.unreachable),
        pressed('key-1', ofLink),
        answers.inProgress,
      ),
      'idle: notPlaced',
    ],
    [
      'a lost answer belongs to the same shopper’s order',
      after(pressed('key-1', ofLink), sent, answers.unknown),
      'idle: notPlaced',
    ],
  ])('%s', (_, attempt, name) => {
    expect(nameOf([outcomes.open, outcomes.open].reduce(reduceAttempt, attempt))).toBe(name);
  });

  test('on a link’s page the link has ended, not the session', () => {
    expect(noticeOf(after(pressed('key-1', ofLink), sent, answers.unknown, outcomes.accessEnded))).toBe('linkEnded');
  });
});

describe('[DEC-172] the key of an attempt', () => {
  const next = (attempt: Attempt, text: string) => keyFor(attempt, text, () => 'new');
  const same = 'order of key-1';

  test.each([
    ['the same order again has the same key', at.running, same, 'key-1'],
    [
      'the same order has the same key after no order was found',
      after(...unanswered, outcomes.open, outcomes.open),
      same,
      'key-1',
    ],
    ['a changed order has a new key', at.running, 'another order', 'new'],
    ['after a refusal the same order has a new key', after(pressed(), sent, answers.declined, cartRead), same, 'new'],
    ['the first order has a new key', at.idle, same, 'new'],
  ])('%s', (_, attempt, text, key) => {
    expect(next(attempt, text)).toBe(key);
  });
});

describe('the data that a reloaded page needs', () => {
  const stored: StoredAttempt = { keys: ['key-1'], link: null, paidBy: 'Cash', order: draft.order };

  test.each<[string, Attempt, readonly string[] | null]>([
    ['nothing before the order is sent', at.preparing, null],
    ['the key once the order is sent', at.sending, ['key-1']],
    ['the key until the outcome is known', at.accessEnded, ['key-1']],
    ['nothing after a refusal', at.refused, null],
    ['nothing if no order was found', after(...unanswered, outcomes.open, outcomes.open), null],
    ['the order once it is placed', at.placed, []],
  ])('%s', (_, attempt, keys) => {
    expect(attemptToStore(attempt)?.keys ?? null).toEqual(keys);
  });

  test('the reloaded page polls the outcome of the sent order, and shows an existing order', () => {
    expect(nameOf(startOf(stored, null))).toBe('asking');
    expect(attemptToStore(startOf(stored, null))).toEqual(stored);
    const numbered = { ...stored, keys: [], order: { ...draft.order, orderNumber: '100000001' } };
    expect(nameOf(startOf(numbered, null))).toBe('placed');
    expect(attemptToStore(startOf(numbered, null))).toEqual(numbered);
  });
});

test('the texts name the e-mail that receives the order’s number', () => {
  for (const name of ['running', 'accessEnded', 'linkEnded', 'placed'] as const)
    expect(noticeTexts[name].text('lucia@correo.gt')).toContain('lucia@correo.gt');
});
