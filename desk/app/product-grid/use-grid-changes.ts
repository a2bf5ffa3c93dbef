import type { GridResult, GridRow } from '@ceiba/contract/desk/product-grid';
import { useReducer, useState } from 'react';
import { onceOptions } from '../actions/desk-action.ts';
import { countText } from '../platform/formats.ts';
import { type GridAction, type GridChanges, type GridState, gridReducer } from '../platform/grid-changes.ts';
import { refusalText } from '../platform/notes.tsx';
import { closeFailures, showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';
import { askedOf, type Cell, cellFault, cells, savedText, shownText } from './grid-cells.ts';

type Changes = GridChanges<GridRow, Cell>;
export type ProductGridAction = GridAction<GridRow, Cell>;

const reduce = gridReducer<GridRow, Cell>({ cells, savedText, shownText });
const nothingTyped: GridState<GridRow, Cell> = { changes: new Map(), refusals: new Map(), past: [] };

const productsText = (count: number): string => (count === 1 ? '1 producto' : `${countText(count)} productos`);

/** The first wrong cell of the unsaved ones, in the order of the grid. */
const firstFault = (rows: readonly GridRow[], changes: Changes): { sku: string; cell: Cell } | undefined => {
  for (const { sku } of rows)
    for (const cell of cells) {
      const text = changes.get(sku)?.texts[cell];
      if (text !== undefined && cellFault(cell, text) !== null) return { sku, cell };
    }
  return undefined;
};

const maxReasons = 3;

/** Joins the first reasons to ask, and says how many more there are; undefined: none. */
function shortened(texts: readonly string[]): string | undefined {
  const more = texts.length - maxReasons;
  if (texts.length === 0) return undefined;
  return [...texts.slice(0, maxReasons), ...(more > 0 ? [`Y ${countText(more)} más.`] : [])].join(' ');
}

/** The rows that were refused because they lack a reason, and the question for it; undefined: none. */
function missingReason(results: readonly GridResult[], sent: Changes): { text: string; rows: Changes } | undefined {
  const asked = results.flatMap(({ sku, outcome, fields: { reason } }) => {
    const change = sent.get(sku);
    return outcome === 'refused' && reason !== undefined && change !== undefined ? [{ sku, change, reason }] : [];
  });
  const text = shortened(asked.map(({ change, reason }) => `${change.base.title}: ${reason}`));
  return text === undefined ? undefined : { text, rows: new Map(asked.map(({ sku, change }) => [sku, change])) };
}

interface Saved {
  run: string | null;
  results: readonly GridResult[];
}

/** Says which rows a save left out; undefined: none. */
function leftText({ results }: Saved): string | undefined {
  const left = results.filter(({ outcome }) => outcome === 'refused' || outcome === 'conflict').length;
  if (left === 0) return undefined;
  const done = results.length - left;
  return `${productsText(left)} sin guardar: cada fila dice por qué.${done > 0 ? ` Lo demás se guardó (${countText(done)}).` : ''}`;
}

/**
 * The unsaved cells of the grid, and their save: one call, with a result for each row (PROD-26). Only typed cells are sent. `onRows` takes the rows of
 * each answer.
 */
export function useGridChanges({
  rows,
  place,
  askReason,
  onRows,
  onFault,
}: {
  rows: readonly GridRow[];
  place: string | undefined;
  askReason: (text: string) => Promise<string | undefined>;
  onRows: (rows: readonly GridRow[]) => void;
  /** Shows the first cell that cannot be sent. */
  onFault: (fault: { sku: string; cell: Cell }) => void;
}) {
  const [state, dispatch] = useReducer(reduce, nothingTyped);
  const [isSending, setIsSending] = useState(false);
  const [said, setSaid] = useState<string>();
  /** The run of the last save. */
  const [run, setRun] = useState<string>();
  const { changes } = state;

  /** Sends unsaved rows. Undefined: the call failed, and the page says why. */
  const send = async (sent: Changes, reason: string | undefined): Promise<Saved | undefined> => {
    setIsSending(true);
    const asked = [...sent.values()].map(({ base, texts }) => askedOf(base, texts));
    const body = { rows: asked, ...(place !== undefined && { place }), ...(reason !== undefined && { reason }) };
    const answer = await call('changeProductGrid', { body }, onceOptions());
    setIsSending(false);
    if (!answer.ok) {
      setSaid(refusalText(answer.error));
      return undefined;
    }
    closeFailures();
    const { run: saved, rows: now, results } = answer.value.data;
    dispatch({ kind: 'saved', sent, results, rows: now });
    onRows(now);
    if (saved !== null) setRun(saved);
    return { run: saved, results };
  };

  /** Sends unsaved rows, and again with a reason those that the shop refuses for want of one (PROD-10, PRICE-05). */
  const sendAll = async (sent: Changes): Promise<Saved | undefined> => {
    const first = await send(sent, undefined);
    const question = first === undefined ? undefined : missingReason(first.results, sent);
    if (first === undefined || question === undefined) return first;
    const reason = await askReason(question.text);
    const second = reason === undefined ? undefined : await send(question.rows, reason);
    if (second === undefined) return first;
    const latest = new Map(second.results.map((result) => [result.sku, result]));
    return { ...second, results: first.results.map((result) => latest.get(result.sku) ?? result) };
  };

  const save = async (): Promise<void> => {
    if (isSending || changes.size === 0) return;
    setSaid(undefined);
    const fault = firstFault(rows, changes);
    if (fault !== undefined) return onFault(fault);
    const done = await sendAll(changes);
    if (done === undefined) return;
    const text = leftText(done);
    setSaid(text);
    if (text === undefined)
      showToast(`${productsText(done.results.length)} ${done.results.length === 1 ? 'guardado' : 'guardados'}`);
  };

  return {
    ...state,
    dispatch,
    isSending,
    said,
    run,
    save,
    discardAll: (): void => {
      setSaid(undefined);
      dispatch({ kind: 'restore', changes: new Map() });
      showToast('Cambios descartados', () => dispatch({ kind: 'restore', changes }));
    },
  };
}
