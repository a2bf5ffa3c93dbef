import { isListOf, isNullOr, isNumber, isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { useState } from 'react';
import { isRefused, useReread } from '../actions/use-change.ts';
import { useSession } from '../session/session.ts';

/** Units of a product that were scanned and not sent yet. */
export interface ScannedUnits {
  sku: string;
  quantity: number;
}

/** Scanned units that are being sent, with the version that the person saw. The same key makes a repeat count once (DEC-172). */
interface Sending {
  key: string;
  version: number;
  lines: ScannedUnits[];
}

interface Batch {
  lines: ScannedUnits[];
  sending: Sending | null;
}

const isLines = isListOf(isShape<ScannedUnits>({ sku: isText, quantity: isNumber }));
const isBatch = isShape<Batch>({
  lines: isLines,
  sending: isNullOr(isShape<Sending>({ key: isText, version: isNumber, lines: isLines })),
});

const empty: Batch = { lines: [], sending: null };

const readBatch = (key: string): Batch => {
  const stored = parseJson(readStored('local', key));
  return isBatch(stored) ? stored : empty;
};

const withUnits = (lines: readonly ScannedUnits[], sku: string, quantity: number): ScannedUnits[] => {
  const others = lines.filter((line) => line.sku !== sku);
  return quantity > 0 ? [{ sku, quantity }, ...others] : others;
};

/**
 * Scanned units of one task, sent together. They stay in the browser until the server has answered, also if the page is
 * closed. A batch whose answer was lost is sent again with its key. Later units wait for the next batch.
 */
export const useScanBatch = (work: string) => {
  const { user } = useSession();
  const reread = useReread();
  const key = `ceiba.desk.batch.${work}.${user.id}`;
  const [batch, setBatch] = useState(() => readBatch(key));
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<ApiError>();
  const store = (next: Batch): void => {
    writeStored('local', key, next.lines.length === 0 && next.sending === null ? null : JSON.stringify(next));
    setBatch(next);
  };
  const unitsOf = (sku: string): number => readBatch(key).lines.find((line) => line.sku === sku)?.quantity ?? 0;
  const set = (sku: string, quantity: number): void => {
    const now = readBatch(key);
    store({ ...now, lines: withUnits(now.lines, sku, quantity) });
  };
  return {
    lines: batch.lines,
    /** Units whose answer was lost or is pending. */
    sending: batch.sending,
    isSending,
    error,
    unitsOf,
    set,
    add: (sku: string, quantity = 1): void => set(sku, unitsOf(sku) + quantity),
    /**
     * Sends the scanned units, or the units whose answer was lost. Returns the answer. Undefined after a refusal or
     * without an answer.
     */
    send: async <T>(
      version: number,
      work: (body: { version: number; lines: ScannedUnits[] }, options: CallOptions) => Promise<Result<T, ApiError>>,
    ): Promise<T | undefined> => {
      const now = readBatch(key);
      const sending = now.sending ?? { key: crypto.randomUUID(), version, lines: now.lines };
      store(now.sending === null ? { lines: [], sending } : now);
      setIsSending(true);
      const body = { version: sending.version, lines: sending.lines };
      const sent = await work(body, { headers: { 'idempotency-key': sending.key } });
      setIsSending(false);
      setError(sent.ok ? undefined : sent.error);
      if (sent.ok) {
        store({ ...readBatch(key), sending: null });
        return sent.value;
      }
      if (isRefused(sent.error)) {
        // Nothing was counted: the units are scanned units again.
        const back = sending.lines.reduce(
          (lines, { sku, quantity }) =>
            withUnits(lines, sku, quantity + (lines.find((line) => line.sku === sku)?.quantity ?? 0)),
          readBatch(key).lines,
        );
        store({ lines: back, sending: null });
        await reread(sent.error);
      }
      return undefined;
    },
  };
};
