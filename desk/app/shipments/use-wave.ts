import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call, type DeskAnswer, queryKeyOf } from '../session/desk-client.ts';

type Wave = DeskAnswer<'getPick'>['data'];

/** ms between two reads of a shown wave: a colleague may hold one of its orders. */
const refreshMs = 15_000;

/**
 * Reads a wave again: regularly, and on request. Scans show before the server counts them, so an answer is dropped if a unit was scanned after its
 * call. `waiting`: number of scans without an answer.
 */
export function useWave(opened: Wave, waiting: number) {
  const { id } = opened;
  const queries = useQueryClient();
  const key = queryKeyOf('getPick', { params: { id } });
  /** Number of units scanned on this page. */
  const units = useRef(0);
  const [isStale, setIsStale] = useState(false);
  const reread = useEffectEvent(async () => {
    const before = units.current;
    const answer = await call('getPick', { params: { id } });
    if (!answer.ok || units.current !== before) return;
    queries.setQueryData<DeskAnswer<'getPick'>>(key, answer.value);
    setIsStale(false);
  });
  useEffect(() => {
    if (waiting > 0) return;
    if (isStale) void reread();
    const timer = setInterval(() => {
      if (!document.hidden) void reread();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [waiting, isStale]);
  return {
    /** The wave after the last scan: two scans may come before the page has rendered the first. */
    current: (): Wave => queries.getQueryData<DeskAnswer<'getPick'>>(key)?.data ?? opened,
    /** Shows the wave with one more unit. */
    show: (data: Wave): void => {
      units.current += 1;
      queries.setQueryData<DeskAnswer<'getPick'>>(key, { status: 200, data });
    },
    reload: (): void => setIsStale(true),
  };
}
