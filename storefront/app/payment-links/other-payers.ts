import type { CallAnswer } from '@ceiba/contract/client';
import type { MutationCache } from '@tanstack/react-query';
import { hideAlert, showAlert, useNotices } from '../alerts/notices.ts';
import { forgetCartId } from '../carts/cart-store.ts';
import { isOrderPressed, readAttempt } from '../orders/kept-attempt.ts';
import { bearerOf, findOutcome } from '../orders/placement-outcome.ts';
import { paidByOther } from '../orders/placing-notices.ts';
import { api } from '../platform/api.ts';
import type { Refused } from '../platform/open-link.ts';
import { wait } from '../platform/wait.ts';

/** To a page that has sent no order of its own. */
export const beingPaid = {
  title: 'Ya se está pagando este enlace',
  message: 'Hay un pago que va antes. A ti no se te ha cobrado nada. Esperamos a saber cómo termina.',
} as const;

const beingPaidAlert = {
  id: 'PaymentError',
  type: 'Warning',
  title: beingPaid.title,
  message: `${beingPaid.message} Lo que escribiste sigue aquí.`,
} as const;

const freeAgain = {
  id: 'PaymentError',
  type: 'Success',
  title: 'Ya puedes seguir con este enlace',
  message: 'El otro pago no se completó. Lo que escribiste sigue aquí.',
} as const;

const isToldBeingPaid = (): boolean => useNotices.getState().alerts.some(({ title }) => title === beingPaid.title);

export interface OtherPayers {
  /** A refusal of a call of the link's cart; `again` sends it once more. */
  hold: <A>(refused: Refused, again: () => Promise<A>) => Promise<A | Refused>;
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
  const isOwnOrder = (): boolean => isOrderPressed() || readAttempt()?.order.cartId === cartId;
  const end = (): void => {
    isOver = true;
    calls.clear();
  };
  const tellOver = (): void => {
    if (isOver) return;
    end();
    showAlert(paidByOther);
    forgetCartId(cartId);
  };
  const untilKnown = async (): Promise<void> => {
    showAlert(beingPaidAlert);
    // Told as long as it lasts, unless the shopper has closed it.
    const onRunning = (): void => {
      if (isOver || !isToldBeingPaid()) return;
      if (isOwnOrder()) hideAlert(beingPaidAlert.id);
      else showAlert(beingPaidAlert);
    };
    while (!isOver) {
      const { kind } = await findOutcome(api, { cartId, keys: [] }, { onRunning });
      if (isOver) return;
      if (isOwnOrder()) {
        await wait(interval);
        continue;
      }
      if (kind === 'barred') {
        end();
        return forgetCartId(cartId);
      }
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
  const hold: OtherPayers['hold'] = async (refused, again) => {
    const { code } = refused.error;
    if (isOver || isOwnOrder() || (code !== 'ORDER_IN_PROGRESS' && code !== 'CART_CLOSED')) return refused;
    if (code === 'CART_CLOSED') {
      tellOver();
      return never;
    }
    await untilFree();
    return again();
  };
  const look = async (): Promise<void> => {
    if (isOver || waiting !== null || isOwnOrder()) return;
    const state = await stateOf(cartId, null);
    if (isOver || isOwnOrder()) return;
    if (state === 'ordered' || state === 'closed') tellOver();
    if (state === 'placing') await untilFree();
  };
  const leave = (): void => {
    if (waiting !== null) hideAlert(beingPaidAlert.id);
    if (!isOver && waiting !== null) end();
    isOver = true;
  };
  return { hold, look: () => void look(), leave };
}

const never = new Promise<never>(() => {});

type State = CallAnswer<'findPlacement'>['data']['state'];

/** Null while nobody answers; `barred`: the token opens the link no longer. */
async function stateOf(cartId: string, token: string | null, signal?: AbortSignal): Promise<State | 'barred' | null> {
  const answer = await api(
    'findPlacement',
    { body: { cartId, keys: [] } },
    { headers: bearerOf(token), ...(signal && { signal }) },
  );
  if (answer.ok) return answer.value.data.state;
  return [401, 403].includes(answer.error.status) ? 'barred' : null;
}

/** Milliseconds between two questions of a link that opens. */
const interval = 2_000;

/**
 * Waits while a link that this page opens is being paid; true when it was. What it then is, free or over, opening it anew tells.
 */
export async function waitWhilePaid(
  cartId: string,
  token: string,
  { signal, onPaid }: { signal: AbortSignal; onPaid: () => void },
): Promise<boolean> {
  let state = await stateOf(cartId, token, signal);
  if (state !== 'placing') return false;
  onPaid();
  while ((state === 'placing' || state === null) && !signal.aborted) {
    await wait(interval);
    state = await stateOf(cartId, token, signal);
  }
  return true;
}
