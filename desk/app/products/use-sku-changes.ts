import type { ApiError } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { isRefused } from '../actions/use-change.ts';
import { draftText, readDraft, storeDraft } from '../detail/stored-draft.ts';
import { countedText, countText } from '../platform/formats.ts';
import { type GridChanges, gridReducer, type RowChange, type RowResult } from '../platform/grid-changes.ts';
import { refusalText } from '../platform/notes.tsx';
import { useShortcuts } from '../platform/shortcuts.ts';
import { closeFailures, showToast } from '../platform/toasts.tsx';
import { useMay } from '../session/session.ts';
import { usePriceReason } from './price-reason.tsx';
import type { SkuGridCells, SkuRow } from './sku-grid-cells.ts';

const noVersion = { version: 0 };

const maxReasons = 3;

/** Joins the first reasons to ask, and says how many more there are; undefined: none. */
function shortened(texts: readonly string[]): string | undefined {
  const more = texts.length - maxReasons;
  if (texts.length === 0) return undefined;
  return [...texts.slice(0, maxReasons), ...(more > 0 ? [`Y ${countText(more)} más.`] : [])].join(' ');
}

interface Saved<Row> {
  results: readonly RowResult[];
  /** The saved rows as they are now. */
  rows: readonly Row[];
}

/** The first wrong cell of the unsaved ones, in the order of the grid. */
function firstFault<Row extends SkuRow, Cell extends string>(
  { columns, cellFault }: SkuGridCells<Row, Cell>,
  rows: readonly Row[],
  changes: GridChanges<Row, Cell>,
): { sku: string; cell: Cell } | undefined {
  for (const { sku } of rows)
    for (const { cell } of columns) {
      const text = cell && changes.get(sku)?.texts[cell];
      if (cell !== undefined && text !== undefined && cellFault(cell, text) !== null) return { sku, cell };
    }
  return undefined;
}

/**
 * Returns the question for the reason that rows lack, and all refused rows. A row without a question may depend on a row with
 * one, for example if both swap their labels. Undefined if no row lacks a reason.
 */
function missingReason<Row extends SkuRow, Cell extends string>(
  { nameOf }: SkuGridCells<Row, Cell>,
  results: readonly RowResult[],
  sent: GridChanges<Row, Cell>,
): { text: string; rows: GridChanges<Row, Cell> } | undefined {
  const refused = results.flatMap(({ sku, outcome, fields: { reason } }) => {
    const change = sent.get(sku);
    return outcome === 'refused' && change !== undefined ? [{ sku, change, reason }] : [];
  });
  const texts = refused.flatMap(({ change: { base, texts: typed }, reason }) =>
    reason === undefined ? [] : [`${nameOf(base, typed)}: ${reason}`],
  );
  const text = shortened(texts);
  return text === undefined ? undefined : { text, rows: new Map(refused.map(({ sku, change }) => [sku, change])) };
}

/** Says which rows a save left out; undefined: none. A row that left the grid cannot say why, and is named here. */
function leftText<Row extends SkuRow, Cell extends string>(
  { words, nameOf }: SkuGridCells<Row, Cell>,
  { results, rows }: Saved<Row>,
  sent: GridChanges<Row, Cell>,
): string | undefined {
  const left = results.filter(({ outcome }) => outcome === 'refused' || outcome === 'conflict');
  if (left.length === 0) return undefined;
  const shown = new Set(rows.map(({ sku }) => sku));
  const gone = left.flatMap(({ sku }) => {
    const base = sent.get(sku)?.base;
    return words.gone === undefined || shown.has(sku) ? [] : [`«${base === undefined ? sku : nameOf(base, {})}»`];
  });
  const waiting = left.length - gone.length;
  const done = results.length - left.length;
  return [
    ...(waiting > 0 ? [`${countedText(waiting, words.one, words.many)} sin guardar: cada fila dice por qué.`] : []),
    ...(gone.length > 0 ? [`${words.gone}: ${gone.join(', ')}.`] : []),
    ...(done > 0 ? [`Lo demás se guardó (${countText(done)}).`] : []),
  ].join(' ');
}

/**
 * The unsaved cells of a grid of products, and their save: one call, with a result for each row (PROD-25, PROD-26). Only typed cells
 * are sent.
 */
export function useSkuChanges<Row extends SkuRow, Cell extends string>(
  cells: SkuGridCells<Row, Cell>,
  {
    rows,
    draftKey,
    send: sendRows,
    onUnknown,
  }: {
    rows: readonly Row[];
    /** A reload of the page restores the unsaved cells from this key (PROD-02). */
    draftKey?: string;
    send: (
      changes: readonly RowChange<Row, Cell>[],
      reason: string | undefined,
    ) => Promise<Result<Saved<Row>, ApiError>>;
    /** Reads the rows again after a save whose answer got lost. */
    onUnknown?: () => void;
  },
) {
  type Changes = GridChanges<Row, Cell>;
  const may = useMay();
  const [reduce] = useState(() =>
    gridReducer({ ...cells, cells: cells.columns.flatMap(({ cell }) => (cell === undefined ? [] : [cell])) }),
  );
  const [rights] = useState(
    () =>
      new Set(cells.columns.flatMap((column) => ('needs' in column && column.needs.every(may) ? [column.cell] : []))),
  );
  const [state, dispatch] = useReducer(reduce, draftKey, (key) => ({
    changes: new Map(
      key === undefined ? [] : readDraft<[string, RowChange<Row, Cell>][], typeof noVersion>(key)?.values,
    ),
    refusals: new Map(),
    past: [],
  }));
  const [isSending, setIsSending] = useState(false);
  const [said, setSaid] = useState<string>();
  const [target, setTarget] = useState<{ sku: string; cell: Cell }>();
  const [presses, setPresses] = useState(0);
  const { askReason, dialog } = usePriceReason();
  const { changes } = state;
  useEffect(() => {
    if (draftKey !== undefined)
      storeDraft(draftKey, changes.size === 0 ? undefined : draftText({ base: noVersion, values: [...changes] }));
  }, [draftKey, changes]);
  // Leaving the page deletes the draft. The desk has asked the person before.
  useEffect(() => () => (draftKey === undefined ? undefined : storeDraft(draftKey, undefined)), [draftKey]);

  /** Sends unsaved rows. Undefined: the call failed, and the page says why. */
  const send = async (sent: Changes, reason: string | undefined): Promise<Saved<Row> | undefined> => {
    setIsSending(true);
    const answer = await sendRows([...sent.values()], reason);
    setIsSending(false);
    if (!answer.ok) {
      setSaid(refusalText(answer.error));
      if (!isRefused(answer.error)) onUnknown?.();
      return undefined;
    }
    closeFailures();
    dispatch({ kind: 'saved', sent, ...answer.value });
    return answer.value;
  };

  /** Sends unsaved rows. Rows that the shop refuses because they lack a reason are sent again with a reason (PROD-10, PRICE-05). */
  const sendAll = async (): Promise<Saved<Row> | undefined> => {
    const first = await send(changes, undefined);
    const question = first === undefined ? undefined : missingReason(cells, first.results, changes);
    if (first === undefined || question === undefined) return first;
    const reason = await askReason(question.text);
    if (reason === undefined) return first;
    const second = await send(question.rows, reason);
    if (second === undefined) return undefined;
    const latest = new Map(second.results.map((result) => [result.sku, result]));
    return { ...second, results: first.results.map((result) => latest.get(result.sku) ?? result) };
  };

  const save = async (): Promise<void> => {
    if (isSending || changes.size === 0) return;
    setSaid(undefined);
    const fault = firstFault(cells, rows, changes);
    if (fault !== undefined) return setTarget(fault);
    const done = await sendAll();
    if (done === undefined) return;
    const text = leftText(cells, done, changes);
    setSaid(text);
    const { one, many, saved } = cells.words;
    const count = done.results.length;
    if (text === undefined) showToast(`${countedText(count, one, many)} ${saved[count === 1 ? 0 : 1]}`);
  };

  useShortcuts({
    '$mod+s': (event) => {
      event.preventDefault();
      setPresses((count) => count + 1);
    },
  });
  // The grid has saved the text of an open cell by the next render.
  const saveTyped = useEffectEvent(() => void save());
  useEffect(() => {
    if (presses > 0) saveTyped();
  }, [presses]);

  return {
    ...state,
    rights,
    dispatch,
    isSending,
    said,
    /** The unsaved cells. */
    count: [...changes.values()].reduce((sum, { texts }) => sum + Object.keys(texts).length, 0),
    /** The first cell that cannot be sent. A new object moves the focus to it again. */
    target,
    dialog,
    save,
    discardAll: (): void => {
      setSaid(undefined);
      dispatch({ kind: 'restore', changes: new Map() });
      showToast('Cambios descartados', () => dispatch({ kind: 'restore', changes }));
    },
  };
}

export type SkuChanges<Row extends SkuRow, Cell extends string> = ReturnType<typeof useSkuChanges<Row, Cell>>;
