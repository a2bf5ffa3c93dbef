import type { Cart } from '@ceiba/contract/carts';
import { noResponseError, type PaymentErrorAlert } from '@ceiba/domain/payments/payment-alerts';
import { payErrors } from '@ceiba/domain/payments/payment-errors';
import type { OrderDraft, StoredAttempt } from './attempt-storage.ts';
import type { AskedPlacement, Outcome, PlacedAs, Placement } from './place-order.ts';

/**
 * The attempt to order: what "Realizar pedido" has begun, and the truth about every way it can end (ORD-04..08, DEC-131,
 * DEC-133). Events that do not fit the step at hand change nothing: a second press, an answer that nobody waits for.
 *
 * | Step | Shows | May | Goes on to |
 * |---|---|---|---|
 * | idle | how the last one ended, if it did | press, once the cart has been read again after a refusal | preparing |
 * | preparing | the button loads | | sending, or as from there |
 * | sending | the button loads; whether a captcha is being solved | | placed, idle (refused), asking (unknown) |
 * | asking | "confirming", every two seconds; the button waits | | placed, idle (nothing came of it), running, unreachable, barred |
 * | running | the bank is silent; asks by itself | press, ask | placed, asking |
 * | unreachable | nobody answers; asks by itself | press, ask | placed, asking, barred |
 * | barred | the session, or the link's token, is over | press, ask | asking |
 * | placed | the button loads; that the order stands, where its confirmation comes late | | |
 */
export interface Attempt {
  step: Step;
  /** Keys that were sent and not refused: each may still become an order, however late. */
  keys: readonly string[];
  /** The outcome of the last sent key is unknown. */
  isUndecided: boolean;
  /** The last press that was not refused; the same order again has the same key (DEC-172). In memory only: it holds the card. */
  pressed: Press | null;
  /** The alert that will be shown: of a sent key while one is undecided, else of the press. */
  draft: ShownDraft | null;
  /** A question asked anew hears no answer to the one before. */
  round: number;
  /** Why nothing came of the last one; until the next, or until the shopper has read it. */
  reason: PaymentErrorAlert | null;
}

export interface Press {
  /** The order as it is sent. */
  text: string;
  /** Idempotency-Key. */
  key: string;
  draft: ShownDraft;
}

/** `cart`: as it was pressed; null on a page that was loaded anew. */
export interface ShownDraft extends OrderDraft {
  cart: Cart | null;
}

type Step =
  /** `refusal`: it contradicts the page's cart, which is being read again. */
  | { name: 'idle'; end: End | null; refusal: PaymentErrorAlert | null }
  | { name: 'preparing' }
  /** `isRepeated`: sent before under this key, and not refused: a refusal now says nothing of that one. */
  | { name: 'sending'; isRepeated: boolean; isProving: boolean }
  | ({ name: 'asking'; questions: number; wasOpen: boolean } & Why)
  | { name: 'running' | 'unreachable' | 'barred' }
  | { name: 'placed'; isLate: boolean };

/** How an attempt came to nothing. */
type End = 'notSent' | 'notPlaced' | 'beingPaid' | 'notCharged';

/** Why it is asked: `refusal` of a press after it, shown where there is no order; `isTaken` by the payment of another copy of its link. */
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
  /** By the shopper: what became of it. */
  | { type: 'asked' }
  | { type: 'told'; outcome: Outcome }
  | { type: 'cartRead' }
  /** The shopper has read how the last one ended. */
  | { type: 'understood' }
  /** The order stands, its confirmation cannot be had yet. */
  | { type: 'late' };

/** Questions a shopper waits for before the page says how it stands. */
export const questionsInARow = 12;

/** Milliseconds between two questions while the shopper waits, and afterwards. */
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

/** With what an earlier page, or an earlier visit of this one, has kept: its outcome is asked for, or its order stands. */
export function startOf(kept: StoredAttempt | null, cart: Cart | null): Attempt {
  if (kept === null) return untouched;
  const { keys, ...draft } = kept;
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
    case 'told':
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
      // Without an alert it is another attempt's outcome that is awaited; of a link that may be another copy's.
      const isOfLink = attempt.draft !== null && attempt.draft.link !== null;
      const isTaken = placement.alert === null && isOfLink && !hasSentBefore(attempt);
      return ask(attempt, { refusal: null, isTaken });
    }
  }
}

/** True where another order of this shopper may be the one that is being paid. */
const hasSentBefore = ({ step, keys }: Attempt): boolean =>
  step.name === 'sending' ? step.isRepeated || keys.length > 1 : keys.length > 0;

const end = (attempt: Attempt, how: End | null, refusal: PaymentErrorAlert | null = null): Attempt => ({
  ...attempt,
  step: { name: 'idle', end: how, refusal },
  reason: refusal,
});

/** True where the refusal may concern the shown cart: the alert offers no other way on. */
const refused = (attempt: Attempt, alert: PaymentErrorAlert): Attempt =>
  end({ ...attempt, isUndecided: false }, isUncharged(alert) ? 'notCharged' : null, alert);

const isUncharged = ({ action, title }: PaymentErrorAlert): boolean =>
  action === 'none' && title !== payErrors.PAY_DUPLICATED.title;

function refuse(attempt: Attempt, alert: PaymentErrorAlert): Attempt {
  const { step, keys, pressed, draft } = attempt;
  if (step.name !== 'sending') {
    // A refusal before the order is sent says nothing of one that was sent earlier: the server is asked where it answers.
    if (!attempt.isUndecided) return refused(attempt, alert);
    if (alert === noResponseError) return { ...attempt, step: { name: 'unreachable' } };
    return ask(attempt, { refusal: alert, isTaken: false });
  }
  // The next press is another attempt, also of the same order.
  const settled: Attempt = { ...attempt, pressed: null };
  const left = step.isRepeated ? keys : keys.filter((key) => key !== pressed?.key);
  if (left.length === 0) return refused({ ...settled, keys: [] }, alert);
  // An earlier one may wait before its cart is taken, and be placed yet; how that was paid is not known here any more.
  const unpaid = draft && (step.isRepeated ? draft : withoutPayment(draft));
  return ask({ ...settled, keys: left, draft: unpaid }, { refusal: alert, isTaken: false });
}

const ask = (attempt: Attempt, why: Why = { refusal: null, isTaken: false }): Attempt => ({
  ...attempt,
  step: { name: 'asking', questions: 0, wasOpen: false, ...why },
  round: attempt.round + 1,
});

/** A free cart must say it twice: the lost request might still have been on its way. */
function hear(attempt: Attempt, outcome: Outcome): Attempt {
  const { step } = attempt;
  const asking =
    step.name === 'asking' ? step : { name: 'asking' as const, questions: 0, refusal: null, isTaken: false };
  const questions = asking.questions + 1;
  switch (outcome.kind) {
    case 'placed':
      return place(attempt, outcome, outcome.isOwn && attempt.keys.length === 1);
    case 'barred':
      return { ...attempt, step: { name: 'barred' } };
    case 'open':
      if (step.name !== 'asking' || !step.wasOpen) return { ...attempt, step: { ...asking, questions, wasOpen: true } };
      return end({ ...attempt, isUndecided: false }, step.isTaken ? 'beingPaid' : 'notPlaced', step.refusal);
    case 'running':
    case 'unreachable':
      // Who is silent still is asked now and then; a shop that answers again, like before.
      if (step.name === 'running' || step.name === outcome.kind) return attempt;
      if (questions >= questionsInARow) return { ...attempt, step: { name: outcome.kind } };
      return { ...attempt, step: { ...asking, questions, wasOpen: false } };
  }
}

/** `isOwn`: it was made with the draft, so that how it was paid is known. */
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

/** The key of an order: its own where it was pressed before and not refused (DEC-172), so that a lost answer never becomes a second charge. */
export const keyFor = ({ pressed }: Attempt, text: string, newKey: () => string): string =>
  pressed?.text === text ? pressed.key : newKey();

/** One attempt at a time. */
export const mayPress = ({ step }: Attempt): boolean =>
  ['running', 'unreachable', 'barred'].includes(step.name) || (step.name === 'idle' && step.refusal === null);

/** True where the shopper can ask for the outcome. */
export const mayAsk = ({ step }: Attempt): boolean => ['running', 'unreachable', 'barred'].includes(step.name);

const isAsking = ({ step }: Attempt): boolean => ['asking', 'running', 'unreachable'].includes(step.name);

/** The keys to ask for, and milliseconds until the next poll; null while there is nothing to ask. */
export function questionOf(attempt: Attempt): { about: AskedPlacement; every: number } | null {
  const { draft, keys, step } = attempt;
  if (draft === null || !isAsking(attempt)) return null;
  const about = { cartId: draft.order.cartId, keys: [...keys], token: draft.link?.token ?? null };
  return { about, every: step.name === 'asking' ? askMs.soon : askMs.later };
}

/** A reload now would lose an answer, or the way to the confirmation. */
export const isAtWork = (attempt: Attempt): boolean => !mayPress(attempt);

/** The button loads. While the outcome is asked for nothing does any more (ORD-07): the button waits for that. */
export const isLoading = (attempt: Attempt): boolean => isAtWork(attempt) && attempt.step.name !== 'asking';

/** The part of an attempt that a reloaded page needs; null for none. */
export function keptOf({ step, isUndecided, draft, keys }: Attempt): StoredAttempt | null {
  if (draft === null || !(isUndecided || step.name === 'placed')) return null;
  const { link, paidBy, order } = draft;
  return { keys, link, paidBy, order };
}

/**
 * Messages while, and after, an attempt is uncertain; `notCharged` follows a refusal, `notSent` a press without
 * a line, or one that was left; `placed` an order whose confirmation cannot be had yet.
 */
export type Notice = 'proving' | 'checking' | 'running' | 'unreachable' | 'barred' | 'barredLink' | 'placed' | End;

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
    case 'barred':
      return draft === null || draft.link === null ? 'barred' : 'barredLink';
    case 'placed':
      return step.isLate ? 'placed' : null;
    default:
      return step.name;
  }
}

/** The total is not the one that was shown: nothing of the payment has to be looked at. */
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
  barred: {
    title: 'No sabemos si tu pedido se registró',
    text: (email) =>
      `Tu sesión venció y por eso no podemos consultarlo. Antes de intentar de nuevo, revisa tu correo ${email}: si el pedido se hizo, ahí está tu número de pedido.`,
  },
  barredLink: {
    title: 'No sabemos si tu pedido se registró',
    text: (email) =>
      `Este enlace ya no está abierto para ti y por eso no podemos consultarlo. Antes de intentar de nuevo, revisa tu correo ${email}: si el pedido se hizo, ahí está tu número de pedido.`,
  },
  notPlaced: {
    title: 'No encontramos tu pedido',
    // It may have been sent all the same, and wait for its turn: what is said must stand then too.
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
