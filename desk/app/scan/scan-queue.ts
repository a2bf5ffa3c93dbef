import { isListOf, isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import type { ApiError } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../session/session.ts';

/** What was read, until the server has counted it: by its id it counts it once, however often it is sent (OFF-24). */
export interface Scan {
  scanId: string;
  code: string;
  /** Of a unit that has one; empty: it has none, or none is asked for. */
  serial: string;
}

const isScans = isListOf(isShape<Scan>({ scanId: isText, code: isText, serial: isText }));

/** ms after which a broken line is tried again. */
const retryMs = 4_000;

/**
 * Answers that say nothing of the scan itself: no line, a busy shop, a server that starts anew. It may have been counted, and is sent again with
 * its id. Any other answer is one: a defect that answers 500 keeps nobody from the next scan.
 */
const comesBack = new Set([0, 429, 502, 503, 504]);

/**
 * Of one piece of work (a pick, a manifest) and the person who read them: the scans that no server has answered, in the order they were read.
 * On a device that people share each sends their own.
 */
const keyOf = (work: string): string => `ceiba.desk.scans.${work}`;

export const waitingScans = (work: string): Scan[] => {
  const stored = parseJson(readStored('local', keyOf(work)));
  return isScans(stored) ? stored : [];
};

const store = (work: string, scans: readonly Scan[]): void =>
  writeStored('local', keyOf(work), scans.length === 0 ? null : JSON.stringify(scans));

export interface ScanQueueOptions<A> {
  /** Names the work: scans of another are sent by its own page. */
  work: string;
  send: (scan: Scan) => Promise<Result<A, ApiError>>;
  /** The server has counted it. */
  onAnswer: (answer: A, scan: Scan) => void;
  /** The server would not count it. */
  onRefusal: (error: ApiError, scan: Scan) => void;
}

/**
 * Scans go out one after the other, behind what is shown. A line that breaks keeps them, also when the page is closed, and they go out when it
 * is back.
 */
export const useScanQueue = <A>({ work: named, send, onAnswer, onRefusal }: ScanQueueOptions<A>) => {
  const { user } = useSession();
  const work = `${named}.${user.id}`;
  const [waiting, setWaiting] = useState(() => waitingScans(work));
  const [isOffline, setIsOffline] = useState(false);
  const [isSending, setIsSending] = useState(false);

  const change = (scans: readonly Scan[]): void => {
    store(work, scans);
    setWaiting([...scans]);
  };

  const sendFirst = useEffectEvent(async (scan: Scan) => {
    setIsSending(true);
    const result = await send(scan);
    setIsSending(false);
    if (!result.ok && comesBack.has(result.error.status)) {
      setIsOffline(true);
      return;
    }
    setIsOffline(false);
    change(waitingScans(work).filter(({ scanId }) => scanId !== scan.scanId));
    if (result.ok) onAnswer(result.value, scan);
    else onRefusal(result.error, scan);
  });

  const first = waiting[0];
  useEffect(() => {
    if (first !== undefined && !isSending && !isOffline) void sendFirst(first);
  }, [first, isSending, isOffline]);

  useEffect(() => {
    if (!isOffline) return;
    const retry = (): void => setIsOffline(false);
    const timer = setTimeout(retry, retryMs);
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [isOffline]);

  return {
    /** Takes a scan, at once. */
    add: (code: string, serial = ''): Scan => {
      const scan = { scanId: crypto.randomUUID(), code, serial };
      // What stands in the browser's storage is read first: two scans may come before the page has drawn the first.
      change([...waitingScans(work), scan]);
      return scan;
    },
    /** Scans that no server has answered. */
    waiting: waiting.length,
    /** The line is broken, as far as the last scan knows. */
    isOffline: isOffline || (isSending && !navigator.onLine),
  };
};
