import { useEffect, useRef } from 'react';
import { api } from '../platform/api.ts';
import { type Asked, findOutcome, type Outcome } from './placement-outcome.ts';

/**
 * What the shopper is told while, and after, an attempt is uncertain; `notCharged` follows a refusal, `placed` an order whose
 * confirmation cannot be had yet.
 */
export type PlacingNotice =
  | 'proving'
  | 'checking'
  | 'running'
  | 'unreachable'
  | 'barred'
  | 'notPlaced'
  | 'notCharged'
  | 'placed'
  | 'checkingOther'
  | 'runningOther';

/** Whether the outcome can be asked for again. */
export const isOpenNotice = (notice: PlacingNotice): boolean =>
  ['running', 'runningOther', 'unreachable', 'barred'].includes(notice);

/**
 * Asks what became of these attempts, and says meanwhile, and where it stays unknown, whose payment runs: for a link that may
 * be another payer's. `isOthers`: it was, when last heard of.
 */
export async function tellOutcome(
  asked: Asked,
  isLink: boolean,
  tell: (notice: PlacingNotice) => void,
): Promise<{ outcome: Outcome; isOthers: boolean }> {
  let isOthers = false;
  const onRunning = (isOwn: boolean): void => {
    isOthers = isLink && !isOwn;
    tell(isOthers ? 'checkingOther' : 'checking');
  };
  // What runs for a link while its page has sent nothing is another payer's.
  onRunning(asked.keys.length > 0);
  const outcome = await findOutcome(api, asked, { onRunning });
  if (outcome.kind === 'running') tell(isOthers ? 'runningOther' : 'running');
  if (outcome.kind === 'unreachable' || outcome.kind === 'barred') tell(outcome.kind);
  return { outcome, isOthers };
}

/** A payment link may be open in several browsers: its page then says that the link is over. */
export const paidByOther = {
  id: 'PaymentError',
  type: 'Info',
  title: 'Este pedido ya se hizo',
  message:
    'Con este intento no se te cobró nada. Si lo pagaste tú, te enviamos un correo; si no, lo pagó otra persona.',
} as const;

/** Milliseconds until a page that stays open asks again what the bank has decided. */
const askAgainMs = 15_000;

/** The truth comes to the page by itself (DEC-131): while the bank is silent now and then, and when the line is back. */
export function useAskingAgain(notice: PlacingNotice | null, checkAgain: () => void): void {
  const latest = useRef(checkAgain);
  useEffect(() => {
    latest.current = checkAgain;
  });
  useEffect(() => {
    if (notice === null || !isOpenNotice(notice)) return;
    const again = (): void => latest.current();
    const timer = notice === 'unreachable' || notice === 'barred' ? undefined : setTimeout(again, askAgainMs);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [notice]);
}
