import { useEffect, useRef } from 'react';
import { api } from '../platform/api.ts';
import { type Asked, findOutcome, type Outcome } from './placement-outcome.ts';

/**
 * What the shopper is told while, and after, an attempt is uncertain; `notCharged` follows a refusal, `notSent` a press that
 * was taken back or waited for a line in vain, `placed` an order whose confirmation cannot be had yet.
 */
export type PlacingNotice =
  | 'awaitingLine'
  | 'notSent'
  | 'proving'
  | 'checking'
  | 'running'
  | 'unreachable'
  | 'barred'
  | 'barredLink'
  | 'notPlaced'
  | 'beingPaid'
  | 'notCharged'
  | 'placed';

/** Whether the outcome can be asked for again. */
export const isOpenNotice = (notice: PlacingNotice): boolean =>
  ['running', 'unreachable', 'barred', 'barredLink'].includes(notice);

/** Asks what became of these attempts, and says meanwhile, and where it stays unknown, how it stands. */
export async function tellOutcome(
  asked: Asked,
  isLink: boolean,
  tell: (notice: PlacingNotice) => void,
): Promise<Outcome> {
  tell('checking');
  const outcome = await findOutcome(api, asked);
  if (outcome.kind === 'running') tell('running');
  if (outcome.kind === 'unreachable') tell('unreachable');
  if (outcome.kind === 'barred') tell(isLink ? 'barredLink' : 'barred');
  return outcome;
}

/** To whoever has left the payment before its order was sent. */
export const notSent = {
  id: 'PaymentError',
  type: 'Info',
  title: 'Tu pedido no se envió',
  message: 'Saliste del pago antes de que se enviara. No se te cobró nada.',
} as const;

/** Milliseconds until a page that stays open asks again what the bank has decided. */
const askAgainMs = 15_000;

/**
 * The truth comes to the page by itself (DEC-131): while the bank is silent now and then, and when the line is back, also where
 * that was while the page was still asking.
 */
export function useAskingAgain(notice: PlacingNotice | null, checkAgain: () => void): void {
  const isOpen = notice !== null && isOpenNotice(notice);
  const latest = useRef({ isOpen, checkAgain });
  const isBack = useRef(false);
  useEffect(() => {
    latest.current = { isOpen, checkAgain };
  });
  useEffect(() => {
    const onLine = (): void => {
      if (latest.current.isOpen) latest.current.checkAgain();
      else isBack.current = true;
    };
    window.addEventListener('online', onLine);
    return () => window.removeEventListener('online', onLine);
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    const again = (): void => latest.current.checkAgain();
    if (isBack.current) {
      isBack.current = false;
      return again();
    }
    if (notice !== 'running') return;
    const timer = setTimeout(again, askAgainMs);
    return () => clearTimeout(timer);
  }, [isOpen, notice]);
}
