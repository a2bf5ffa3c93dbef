import type { CallAnswer } from '@ceiba/contract/client';
import { vi } from 'vitest';

type Found = CallAnswer<'findPlacement'>;

const found = (data: Found['data']): Found => ({ status: 200, data });

/** The API's answers about attempts to order a cart (`findPlacement`). */
export const notOrdered = found({ state: 'open', isOwn: false, orderNumber: null });
export const beingPlaced = (): Found => found({ state: 'placing', isOwn: true, orderNumber: null });
export const orderedAs = (orderNumber: string): Found => found({ state: 'ordered', isOwn: true, orderNumber });

/** Ends the waits of the page immediately: the waits between polls and, by default, the waits until the page polls again. */
export const skipWaits = (waits: readonly number[] = [2_000, 15_000]): void => {
  const { setTimeout: wait, setInterval: repeat } = globalThis;
  const soon = (delay: number): number => (waits.includes(delay) ? 0 : delay);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(
    Object.assign((work: () => void, delay = 0) => wait(work, soon(delay)), wait),
  );
  vi.spyOn(globalThis, 'setInterval').mockImplementation(
    Object.assign((work: () => void, delay = 0) => repeat(work, soon(delay)), repeat),
  );
};
