import { isListOf, isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import type { ApiError } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../session/session.ts';

/** A scan until the server has counted it. The server counts an ID only once, also after repeated calls (OFF-24). */
export interface Scan {
  scanId: string;
  code: string;
  /** Serial number of the unit. Empty if the unit has no number or needs none. */
  serial: string;
  /** Units of the scan. Absent: one. */
  quantity?: number;
  /** The time of the scan on this device. Missing in scans that an earlier version stored. */
  scannedAt?: string;
}

type StoredScan = Pick<Scan, 'scanId' | 'code' | 'serial'>;
const isScans = isListOf(isShape<StoredScan>({ scanId: isText, code: isText, serial: isText }));

/** ms until a broken connection is tried again. */
const retryMs = 4_000;

/**
 * Statuses that do not decide the scan: no connection, a busy shop, a restarting server. The scan may have been
 * counted, and is sent again with its ID. Any other status is final, so that a server error (500) does not block the
 * next scan.
 */
const comesBack = new Set([0, 429, 502, 503, 504]);

/**
 * Key of a task (a pick, a manifest): its scans without an answer, in order. The key includes the person, so that on a
 * shared device each person sends only their scans.
 */
const keyOf = (work: string): string => `ceiba.desk.scans.${work}`;

export const waitingScans = (work: string): Scan[] => {
  const stored = parseJson(readStored('local', keyOf(work)));
  return isScans(stored) ? stored : [];
};

const store = (work: string, scans: readonly Scan[]): void =>
  writeStored('local', keyOf(work), scans.length === 0 ? null : JSON.stringify(scans));

export interface ScanQueueOptions<A> {
  /** Names the task. Scans of another task are sent by the page of that task. */
  work: string;
  send: (scan: Scan) => Promise<Result<A, ApiError>>;
  /** The server has counted the scan. */
  onAnswer: (answer: A, scan: Scan) => void;
  /** The server has refused the scan. */
  onRefusal: (error: ApiError, scan: Scan) => void;
}

/**
 * Sends scans one after the other, in the background. Without a connection, scans are stored, even if the page closes,
 * and sent when the connection returns.
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
    /** Adds a scan immediately. */
    add: (code: string, serial = '', quantity?: number): Scan => {
      const scan = {
        ...{ scanId: crypto.randomUUID(), code, serial, scannedAt: new Date().toISOString() },
        ...(quantity !== undefined && { quantity }),
      };
      // Reads the browser's storage first: two scans may come before the page has rendered the first.
      change([...waitingScans(work), scan]);
      return scan;
    },
    /** Number of scans without an answer. */
    waiting: waiting.length,
    /** True if the connection was broken at the last scan. */
    isOffline: isOffline || (isSending && !navigator.onLine),
  };
};
