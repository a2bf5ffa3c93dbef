import type { Cart } from '@ceiba/contract/carts';
import { noResponseError, type PaymentErrorAlert } from '@ceiba/domain/payments/payment-alerts';
import { payErrors } from '@ceiba/domain/payments/payment-errors';
import type { StoredAttempt, SubmittedOrder } from './attempt-storage.ts';
import type { Outcome, PlacedAs, Placement, PlacementQuery } from './place-order.ts';

/**
 * The state of an attempt to order, from the press of "Realizar pedido" to each possible end (ORD-04..08, DEC-131, DEC-133).
 * Events that do not fit the current step change nothing: a second press, an answer that is no longer expected.
 *
 * | Step | Shows | May | Goes on to |
 * |---|---|---|---|
 * | idle | how the last attempt ended, if any | press, once the cart was read again after a refusal | preparing |
 * | preparing | the button loads | | sending, or a step after it |
 * | sending | the button loads; a note while a captcha is being solved | | placed, idle (refused), asking (unknown) |
 * | asking | "confirming", polls every two seconds; the button waits | | placed, idle (no order), running, unreachable, accessEnded |
 * | running | the bank is silent; polls | press, ask | placed, asking |
 * | unreachable | the server does not answer; polls | press, ask | placed, asking, accessEnded |
 * | accessEnded | the session, or the link's token, has ended | press, ask | asking |
 * | placed | the button loads; a note if the confirmation comes late | | |
 */
export interface Attempt {
  step: Step;
  /** Keys that were sent and not refused: each may still become an order, however late. */
  keys: readonly string[];
  /** True while the outcome of the last sent key is unknown. */
  isUndecided: boolean;
  /** The last press that was not refused. A repeated order uses the same key (DEC-172). Exists only in memory, because it contains card data. */
  pressed: Press | null;
  /** The order to show: while the outcome of the sent key is unknown, the order of that key; otherwise the order of the press. */
  draft: ShownDraft | null;
  /** Counts the rounds of polling. A new round ignores the answers of the previous one. */
  round: number;
  /** The reason why the last attempt failed. Shown until the next attempt, or until the shopper has read it. */
  reason: PaymentErrorAlert | null;
}

export interface Press {
  /** The order as sent, serialised. */
  text: string;
  /** Idempotency-Key. */
  key: string;
  draft: ShownDraft;
}

/** `cart`: the cart at the press. Null on a reloaded page. */
export interface ShownDraft extends SubmittedOrder {
  cart: Cart | null;
}

type Step =
  /** `refusal`: a refusal that contradicts the page's cart. The page is reading the cart again. */
  | { name: 'idle'; end: End | null; refusal: PaymentErrorAlert | null }
  | { name: 'preparing' }
  /** `isRepeated`: an earlier call with this key was not refused, so a refusal of this call says nothing about the earlier one. */
  | { name: 'sending'; isRepeated: boolean; isProving: boolean }
  | ({ name: 'asking'; questions: number; wasOpen: boolean } & Why)
  | { name: 'running' | 'unreachable' | 'accessEnded' }
  | { name: 'placed'; isLate: boolean };

/** The ways in which an attempt ends without an order. */
type End = 'notSent' | 'notPlaced' | 'beingPaid' | 'notCharged';

/**
 * The reason why the outcome is polled. `refusal`: the refusal of a later press, shown if there is no order. `isTaken`: another copy of the link is
 * being paid.
 */
interface Why {
  refusal: PaymentErrorAlert | null;
  isTaken: boolean;
}

export type AttemptEvent =
  | { type: 'pressed'; press: Press }
  /** From here on there may be an order. */
  | { type: 'sent' }
  | { type: 'proving'; isProving: boolean }
  | { type: 'answered'; placement: Placement }
  /** The shopper asked for the outcome. */
  | { type: 'asked' }
  | { type: 'outcomeKnown'; outcome: Outcome }
  | { type: 'cartRead' }
  /** The shopper has read how the last attempt ended. */
  | { type: 'understood' }
  /** The order exists, but its confirmation cannot be loaded yet. */
  | { type: 'late' };

/** Number of polls before the page reports the state. */
export const pollsBeforeNotice = 12;

/** Milliseconds between two polls, while the shopper waits and afterwards. */
const askMs = { soon: 2_000, later: 15_000 } as const;

const untouched: Attempt = {
  step: { name: 'idle', end: null, refusal: null },
  keys: [],
  isUndecided: false,
  pressed: null,
  draft: null,
  round: 0,
  reason: null,
};

/** Starts from the data that an earlier page, or an earlier visit to this page, has stored: polls the outcome, or shows the order. */
export function startOf(stored: StoredAttempt | null, cart: Cart | null): Attempt {
  if (stored === null) return untouched;
  const { keys, ...draft } = stored;
  const attempt: Attempt = { ...untouched, keys, draft: { ...draft, cart } };
  if (draft.order.orderNumber !== '') return { ...attempt, step: { name: 'placed', isLate: false } };
  return ask({ ...attempt, isUndecided: true });
}

export function reduceAttempt(attempt: Attempt, event: AttemptEvent): Attempt {
  const { step } = attempt;
  switch (event.type) {
    case 'pressed':
      return mayPress(attempt) ? press(attempt, event.press) : attempt;
    case 'sent':
      return step.name === 'preparing' ? send(attempt) : attempt;
    case 'proving':
      return step.name === 'sending' ? { ...attempt, step: { ...step, isProving: event.isProving } } : attempt;
    case 'answered':
      return step.name === 'preparing' || step.name === 'sending' ? conclude(attempt, event.placement) : attempt;
    case 'asked':
      return mayAsk(attempt) ? ask(attempt) : attempt;
    case 'outcomeKnown':
      return isAsking(attempt) ? hear(attempt, event.outcome) : attempt;
    case 'cartRead':
      return step.name === 'idle' && step.refusal !== null ? { ...attempt, step: { ...step, refusal: null } } : attempt;
    case 'understood':
      return step.name === 'idle' && step.end !== null
        ? { ...attempt, step: { ...step, end: null }, reason: null }
        : attempt;
    case 'late':
      return step.name === 'placed' ? { ...attempt, step: { ...step, isLate: true } } : attempt;
  }
}

const press = (attempt: Attempt, pressed: Press): Attempt => ({
  ...attempt,
  step: { name: 'preparing' },
  reason: null,
  pressed,
  draft: attempt.isUndecided ? attempt.draft : pressed.draft,
});

function send(attempt: Attempt): Attempt {
  const { pressed, keys } = attempt;
  if (pressed === null) return attempt;
  const isRepeated = keys.includes(pressed.key);
  return {
    ...attempt,
    step: { name: 'sending', isRepeated, isProving: false },
    keys: isRepeated ? keys : [...keys, pressed.key],
    isUndecided: true,
    draft: pressed.draft,
  };
}

function conclude(attempt: Attempt, placement: Placement): Attempt {
  switch (placement.kind) {
    case 'placed':
      return place(attempt, placement, !placement.isFound);
    case 'refused':
      return refuse(attempt, placement.alert);
    case 'notSent':
      return attempt.isUndecided ? { ...attempt, step: { name: 'unreachable' } } : end(attempt, 'notSent');
    case 'cartGone':
      return end(attempt, null);
    case 'unknown': {
      // Without an alert, the outcome of another attempt is pending. On a link, it may be the attempt of another copy.
      const isOfLink = attempt.draft !== null && attempt.draft.link !== null;
      const isTaken = placement.alert === null && isOfLink && !hasSentBefore(attempt);
      return ask(attempt, { refusal: null, isTaken });
    }
  }
}

/** True if another order of this shopper may be in payment. */
const hasSentBefore = ({ step, keys }: Attempt): boolean =>
  step.name === 'sending' ? step.isRepeated || keys.length > 1 : keys.length > 0;

const end = (attempt: Attempt, how: End | null, refusal: PaymentErrorAlert | null = null): Attempt => ({
  ...attempt,
  step: { name: 'idle', end: how, refusal },
  reason: refusal,
});

/** Ends the attempt with a refusal. `notCharged` shows only if nothing was charged and the alert leads nowhere else. */
const refused = (attempt: Attempt, alert: PaymentErrorAlert): Attempt =>
  end({ ...attempt, isUndecided: false }, isUncharged(alert) ? 'notCharged' : null, alert);

const isUncharged = ({ action, title }: PaymentErrorAlert): boolean =>
  action === 'none' && title !== payErrors.PAY_DUPLICATED.title;

function refuse(attempt: Attempt, alert: PaymentErrorAlert): Attempt {
  const { step, keys, pressed, draft } = attempt;
  if (step.name !== 'sending') {
    // A refusal before the order is sent does not decide an earlier order. If the server answers, the outcome of the earlier order is polled.
    if (!attempt.isUndecided) return refused(attempt, alert);
    if (alert === noResponseError) return { ...attempt, step: { name: 'unreachable' } };
    return ask(attempt, { refusal: alert, isTaken: false });
  }
  // The next press is another attempt, even with the same order.
  const settled: Attempt = { ...attempt, pressed: null };
  const openKeys = step.isRepeated ? keys : keys.filter((key) => key !== pressed?.key);
  if (openKeys.length === 0) return refused({ ...settled, keys: [] }, alert);
  // An earlier order may still be queued and be placed later. The page no longer knows its payment method.
  const unpaid = draft && (step.isRepeated ? draft : withoutPayment(draft));
  return ask({ ...settled, keys: openKeys, draft: unpaid }, { refusal: alert, isTaken: false });
}

const ask = (attempt: Attempt, why: Why = { refusal: null, isTaken: false }): Attempt => ({
  ...attempt,
  step: { name: 'asking', questions: 0, wasOpen: false, ...why },
  round: attempt.round + 1,
});

/** Handles an answer to a poll. A cart without an order must be reported twice: the lost request might still have been on its way. */
function hear(attempt: Attempt, outcome: Outcome): Attempt {
  const { step } = attempt;
  const asking =
    step.name === 'asking' ? step : { name: 'asking' as const, questions: 0, refusal: null, isTaken: false };
  const questions = asking.questions + 1;
  switch (outcome.kind) {
    case 'placed':
      return place(attempt, outcome, outcome.isOwn && attempt.keys.length === 1);
    case 'accessEnded':
      return { ...attempt, step: { name: 'accessEnded' } };
    case 'open':
      if (step.name !== 'asking' || !step.wasOpen) return { ...attempt, step: { ...asking, questions, wasOpen: true } };
      return end({ ...attempt, isUndecided: false }, step.isTaken ? 'beingPaid' : 'notPlaced', step.refusal);
    case 'running':
    case 'unreachable':
      // A silent bank or server is polled slowly. A server that answers again is polled as often as before.
      if (step.name === 'running' || step.name === outcome.kind) return attempt;
      if (questions >= pollsBeforeNotice) return { ...attempt, step: { name: outcome.kind } };
      return { ...attempt, step: { ...asking, questions, wasOpen: false } };
  }
}

/** `isOwn`: the order was made with this page's data, so its payment is known. */
function place(attempt: Attempt, { orderNumber, confirmBefore }: PlacedAs, isOwn: boolean): Attempt {
  const { draft } = attempt;
  if (draft === null) return attempt;
  const known = isOwn ? draft : withoutPayment(draft);
  return {
    ...attempt,
    step: { name: 'placed', isLate: false },
    keys: [],
    isUndecided: false,
    draft: { ...known, order: { ...known.order, orderNumber, confirmBefore } },
  };
}

const withoutPayment = (draft: ShownDraft): ShownDraft => ({
  ...draft,
  order: { ...draft.order, payment: null, isCash: false },
});

/**
 * The key of an order. An order that was pressed before and not refused keeps its key (DEC-172), so that a lost answer never leads to a second
 * charge.
 */
export const keyFor = ({ pressed }: Attempt, text: string, newKey: () => string): string =>
  pressed?.text === text ? pressed.key : newKey();

/** True if a press is allowed. Only one attempt runs at a time. */
export const mayPress = ({ step }: Attempt): boolean =>
  ['running', 'unreachable', 'accessEnded'].includes(step.name) || (step.name === 'idle' && step.refusal === null);

/** True if the shopper can ask for the outcome. */
export const mayAsk = ({ step }: Attempt): boolean => ['running', 'unreachable', 'accessEnded'].includes(step.name);

const isAsking = ({ step }: Attempt): boolean => ['asking', 'running', 'unreachable'].includes(step.name);

/** The keys to poll, and the milliseconds until the next poll. Null if there is nothing to poll. */
export function questionOf(attempt: Attempt): { about: PlacementQuery; every: number } | null {
  const { draft, keys, step } = attempt;
  if (draft === null || !isAsking(attempt)) return null;
  const about = { cartId: draft.order.cartId, keys: [...keys], token: draft.link?.token ?? null };
  return { about, every: step.name === 'asking' ? askMs.soon : askMs.later };
}

/** True if a reload now would lose an answer, or the way to the confirmation. */
export const isAtWork = (attempt: Attempt): boolean => !mayPress(attempt);

/** True while the button shows that it is loading. During polling the button is disabled instead (ORD-07). */
export const isLoading = (attempt: Attempt): boolean => isAtWork(attempt) && attempt.step.name !== 'asking';

/** The part of an attempt that a reloaded page needs. Null if no attempt is pending. */
export function attemptToStore({ step, isUndecided, draft, keys }: Attempt): StoredAttempt | null {
  if (draft === null || !(isUndecided || step.name === 'placed')) return null;
  const { link, paidBy, order } = draft;
  return { keys, link, paidBy, order };
}

/**
 * Messages during and after an uncertain attempt. `notCharged` follows a refusal. `notSent` follows a press without a connection, or one that the
 * shopper left. `placed`: the confirmation cannot be loaded yet.
 */
export type Notice = 'proving' | 'checking' | 'running' | 'unreachable' | 'accessEnded' | 'linkEnded' | 'placed' | End;

export function noticeOf({ step, draft }: Attempt): Notice | null {
  switch (step.name) {
    case 'idle':
      return step.end;
    case 'preparing':
      return null;
    case 'sending':
      return step.isProving ? 'proving' : null;
    case 'asking':
      return 'checking';
    case 'accessEnded':
      return draft === null || draft.link === null ? 'accessEnded' : 'linkEnded';
    case 'placed':
      return step.isLate ? 'placed' : null;
    default:
      return step.name;
  }
}

/** True if the total differs from the shown one. The payment data needs no correction then. */
export const isOtherTotal = (reason: PaymentErrorAlert | null): boolean =>
  reason?.title === payErrors.PAY_AMOUNT_MISMATCH.title;

export const noticeTexts: Record<Notice, { title: string; text: (email: string) => string }> = {
  notSent: {
    title: 'Tu pedido no se envió',
    text: () => 'No se te cobró nada. Presiona «Realizar pedido» para intentarlo de nuevo.',
  },
  proving: {
    title: 'Verificamos que no eres un robot',
    text: () => 'Toma unos segundos y no tienes que hacer nada. Después seguimos con tu pedido.',
  },
  checking: {
    title: 'Estamos confirmando tu pedido',
    text: () => 'Esperamos la respuesta del banco. No cierres esta página ni vuelvas a pagar.',
  },
  running: {
    title: 'Tu pedido sigue en proceso',
    text: (email) =>
      `El banco todavía no responde. No vuelvas a pagar: cuando el pago se confirme te enviaremos un correo a ${email}.`,
  },
  unreachable: {
    title: 'No sabemos si tu pedido se registró',
    text: () =>
      'No pudimos consultarlo con la tienda. Revisa tu conexión y presiona «Consultar mi pedido» antes de intentar de nuevo.',
  },
  accessEnded: {
    title: 'No sabemos si tu pedido se registró',
    text: (email) =>
      `Tu sesión venció y por eso no podemos consultarlo. Antes de intentar de nuevo, revisa tu correo ${email}: si el pedido se hizo, ahí está tu número de pedido.`,
  },
  linkEnded: {
    title: 'No sabemos si tu pedido se registró',
    text: (email) =>
      `Este enlace ya no está abierto para ti y por eso no podemos consultarlo. Antes de intentar de nuevo, revisa tu correo ${email}: si el pedido se hizo, ahí está tu número de pedido.`,
  },
  notPlaced: {
    title: 'No encontramos tu pedido',
    // The order may still have been sent and queued. The text must also be true in that case.
    text: () =>
      'No hay ningún pedido ni cobro de este intento. Puedes intentarlo de nuevo: aunque el primero llegara tarde, tu carrito se cobra una sola vez.',
  },
  beingPaid: {
    title: 'Ya se está pagando este enlace',
    text: () =>
      'Hay otro pago en curso y a ti no se te cobró nada. Espera un minuto y presiona «Realizar pedido» otra vez: si el otro no se completa, puedes pagar tú.',
  },
  notCharged: {
    title: 'No se hizo ningún cobro',
    text: () => 'Revisa los datos o elige otro método de pago.',
  },
  placed: {
    title: 'Tu pedido ya está registrado',
    text: (email) =>
      `No vuelvas a pagar. La confirmación se abre en cuanto haya conexión, y también te la enviamos a ${email}.`,
  },
};
