import type { CallAnswer } from '@ceiba/contract/client';
import { vi } from 'vitest';

type Found = CallAnswer<'findPlacement'>;

const found = (data: Found['data']): Found => ({ status: 200, data });

/** What the API says of the attempts to order a cart (`findPlacement`). */
export const notOrdered = found({ state: 'open', isOwn: false, orderNumber: null });
export const beingPlaced = (isOwn = true): Found => found({ state: 'placing', isOwn, orderNumber: null });
export const orderedAs = (orderNumber: string): Found => found({ state: 'ordered', isOwn: true, orderNumber });
/** Another payer's, of the same payment link. */
export const orderedByOther = found({ state: 'ordered', isOwn: false, orderNumber: null });

/** The page's own waits (between its questions, and until it asks anew) end at once. */
export const hurry = (): void => {
  const wait = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(
    Object.assign((work: () => void, delay = 0) => wait(work, [2_000, 15_000].includes(delay) ? 0 : delay), wait),
  );
};
