import type { CallAnswer } from '@ceiba/contract/client';
import type { MutationCache } from '@tanstack/react-query';
import { hideAlert, showAlert, useNotices } from '../alerts/notices.ts';
import { forgetCartId } from '../carts/cart-store.ts';
import { isOrderPressed, readAttempt, resumeAttempt, sentAttempt } from '../orders/kept-attempt.ts';
import { askIntervalMs, bearerOf, findOutcome } from '../orders/placement-outcome.ts';
import { beingPaidTitle, freeAgainWords, paidByOther, typedStays } from '../orders/placing-notices.ts';
import { ApiFailure, api } from '../platform/api.ts';
import {
  keepLinkUsed,
  keepOpenLink,
  type OpenLink,
  type Refused,
  readOpenLink,
  type SentWith,
} from '../platform/open-link.ts';
import { wait } from '../platform/wait.ts';
import { reopenPaymentLink } from './open-payment-link.ts';

/** To a page that has sent no order of its own. */
export const beingPaid = {
  title: beingPaidTitle,
  message: 'Hay un pago que va antes. A ti no se te ha cobrado nada. Esperamos a saber cómo termina.',
} as const;

const beingPaidAlert = {
  id: 'PaymentError',
  type: 'Warning',
  title: beingPaid.title,
  message: beingPaid.message + typedStays,
} as const;

const freeAgain = {
  id: 'PaymentError',
  type: 'Success',
  title: freeAgainWords.title,
  message: freeAgainWords.message + typedStays,
} as const;

/** To a page that has sent no order: whoever reads it may have paid on another page of theirs. */
const orderedMeanwhile = {
  ...paidByOther,
  message:
    'Desde esta página no se te cobró nada. Si lo pagaste tú en otra, te enviamos un correo; si no, lo pagó otra persona.',
} as const;

const isToldBeingPaid = (): boolean => useNotices.getState().alerts.some(({ title }) => title === beingPaid.title);

export interface OtherPayers {
  /** A refusal of a call of the link's cart; `again` sends it once more. */
  hold: OpenLink['hold'];
  /** Asks whether the link is being paid, or has been. */
  look: () => void;
  leave: () => void;
}

/**
 * What the page of a link does about whoever else has it open (record 0037), wherever the shopper learns of them: it tells
 * that the link is being paid, waits, and sends again what was refused meanwhile; or it tells that the link is over. A call of
 * a page that is over gets no answer, so that no part of it says something else: `calls` is rid of those that wait.
 * An order that this page has sent is its own: what became of it is asked for by who sent it (use-conclusion.ts).
 */
export function watchOtherPayers(cartId: string, calls: MutationCache): OtherPayers {
  let isOver = false;
  let waiting: Promise<void> | null = null;
  let opening: ReturnType<typeof reopenPaymentLink> | null = null;
  const isOwnOrder = (): boolean => isOrderPressed() || readAttempt()?.order.cartId === cartId;
  const end = (): void => {
    isOver = true;
    calls.clear();
    if (isToldBeingPaid()) hideAlert(beingPaidAlert.id);
  };
  /** What this page has sent may have been placed late: it is asked for, before anything is said of others. */
  const resume = (): boolean => {
    if (!resumeAttempt(cartId)) return false;
    end();
    return true;
  };
  const tellOver = (): void => {
    if (isOver || resume()) return;
    end();
    showAlert(orderedMeanwhile);
    keepLinkUsed(cartId);
  };
  const tellGone = (): void => {
    if (isOver || resume()) return;
    end();
    forgetCartId(cartId);
  };
  const untilKnown = async (): Promise<void> => {
    showAlert(beingPaidAlert);
    // Told as long as it lasts, unless the shopper has closed it.
    const onRunning = (isOwn: boolean): void => {
      if (isOver || (isOwn && !isOwnOrder() && resume()) || !isToldBeingPaid()) return;
      if (isOwnOrder()) hideAlert(beingPaidAlert.id);
      else showAlert(beingPaidAlert);
    };
    while (!isOver) {
      const { kind } = await findOutcome(api, { cartId, keys: keysOf(cartId) }, { onRunning });
      if (isOver) return;
      if (isOwnOrder()) {
        await wait(askIntervalMs);
        continue;
      }
      if (kind === 'barred') return tellGone();
      if (kind === 'open') return showAlert(freeAgain);
      if (kind === 'foreign' || kind === 'placed') return tellOver();
    }
  };
  const untilFree = async (): Promise<void> => {
    waiting ??= untilKnown().finally(() => {
      waiting = null;
    });
    await waiting;
    if (isOver) await never;
  };
  /** Once for all calls that were refused together. */
  const openedAnew = (linkId: string): ReturnType<typeof reopenPaymentLink> => {
    opening ??= reopenPaymentLink(linkId).finally(() => {
      opening = null;
    });
    return opening;
  };
  /** Null once the link opens with another token than the one that was refused; else what its call ends with. */
  const reopen = async (refused: Refused, { token, isReopened }: SentWith): Promise<Refused | null> => {
    const link = readOpenLink();
    if (isOver || link?.cartId !== cartId) return refused;
    if (link.token !== token) return null;
    const opened = isReopened ? gone : await openedAnew(link.linkId).catch(refusalOf);
    if ('ok' in opened) return opened;
    const now = readOpenLink();
    if (!('closed' in opened)) {
      if (now?.cartId === cartId) keepOpenLink({ ...now, token: opened.token });
      return null;
    }
    // Of an order that this page has sent nobody can tell any more: who has pressed for it says so.
    if (isOrderPressed() && sentAttempt(cartId) !== null) return refused;
    if (opened.closed === 'used') tellOver();
    else tellGone();
    return never;
  };
  const hold: OtherPayers['hold'] = async (refused, again, sent) => {
    if (refused.error.status === 401) return (await reopen(refused, sent)) ?? again(true);
    const { code } = refused.error;
    if (isOver || isOwnOrder() || (code !== 'ORDER_IN_PROGRESS' && code !== 'CART_CLOSED')) return refused;
    if (code === 'CART_CLOSED') {
      tellOver();
      return never;
    }
    await untilFree();
    return again(false);
  };
  const look = async (): Promise<void> => {
    if (isOver || waiting !== null || isOwnOrder()) return;
    const state = await stateOf(cartId, null);
    if (isOver || isOwnOrder() || (state === 'own' && resume())) return;
    if (state === 'ordered' || state === 'closed') tellOver();
    if (state === 'placing') await untilFree();
  };
  const leave = (): void => {
    if (!isOver && waiting !== null) end();
    isOver = true;
  };
  return { hold, look: () => void look(), leave };
}

const never = new Promise<never>(() => {});

const gone = { closed: 'gone' } as const;

/** The link could not be asked for: what was to be sent again is answered as that was. */
const refusalOf = (error: unknown): Refused => {
  if (error instanceof ApiFailure) return { ok: false, error: error.error };
  throw error;
};

type State = CallAnswer<'findPlacement'>['data']['state'];

const keysOf = (cartId: string): string[] => sentAttempt(cartId)?.keys ?? [];

/** Null while nobody answers; `own`: an order of this page runs, or stands; `barred`: the token opens the link no longer. */
async function stateOf(
  cartId: string,
  token: string | null,
  signal?: AbortSignal,
): Promise<State | 'own' | 'barred' | null> {
  const answer = await api(
    'findPlacement',
    { body: { cartId, keys: keysOf(cartId) } },
    { headers: bearerOf(token), ...(signal && { signal }) },
  );
  if (answer.ok) return answer.value.data.isOwn ? 'own' : answer.value.data.state;
  return [401, 403].includes(answer.error.status) ? 'barred' : null;
}

/**
 * Waits while a link that this page opens is being paid; true when it was. What it then is, free or over, opening it anew tells.
 */
export async function waitWhilePaid(
  cartId: string,
  token: string,
  { signal, onPaid }: { signal: AbortSignal; onPaid: () => void },
): Promise<boolean> {
  let state = await stateOf(cartId, token, signal);
  if (state === 'own' && resumeAttempt(cartId)) await never;
  if (state !== 'placing') return false;
  onPaid();
  while ((state === 'placing' || state === null) && !signal.aborted) {
    await wait(askIntervalMs);
    state = await stateOf(cartId, token, signal);
  }
  return true;
}
