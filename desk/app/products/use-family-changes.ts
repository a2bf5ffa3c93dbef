import type { Family, Variant, VariantResult } from '@ceiba/contract/desk/families';
import { useEffect, useReducer, useState } from 'react';
import { onceOptions } from '../actions/desk-action.ts';
import { isRefused } from '../actions/use-change.ts';
import { draftText, readDraft, storeDraft } from '../detail/stored-draft.ts';
import { countText } from '../platform/formats.ts';
import {
  type GridAction,
  type GridChanges,
  type RowChange as GridRowChange,
  type RowRefusal as GridRowRefusal,
  type GridState,
  gridReducer,
} from '../platform/grid-changes.ts';
import { refusalText } from '../platform/notes.tsx';
import { closeFailures, showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';
import { draftKeyOf } from '../session/draft-keys.ts';
import { useSession } from '../session/session.ts';
import { askedOf, type Cell, cellFault, cells, savedText, shownText } from './family-cells.ts';

export type RowChange = GridRowChange<Variant, Cell>;
export type RowRefusal = GridRowRefusal<Cell>;
type Changes = GridChanges<Variant, Cell>;
export type FamilyAction = GridAction<Variant, Cell>;

const reduce = gridReducer<Variant, Cell>({ cells, savedText, shownText });

const noVersion = { version: 0 };

const startOf = (draftKey: string): GridState<Variant, Cell> => ({
  changes: new Map(readDraft<[string, RowChange][], typeof noVersion>(draftKey)?.values ?? []),
  refusals: new Map(),
  past: [],
});

const rowsText = (count: number): string => (count === 1 ? '1 variante' : `${countText(count)} variantes`);

/** The first wrong cell of the unsaved ones, in the order of the grid. */
const firstFault = (variants: readonly Variant[], changes: Changes): { sku: string; cell: Cell } | undefined => {
  for (const { sku } of variants)
    for (const cell of cells) {
      const text = changes.get(sku)?.texts[cell];
      if (text !== undefined && cellFault(cell, text) !== null) return { sku, cell };
    }
  return undefined;
};

const maxReasons = 3;

const labelledText = ({ base, texts }: RowChange, text: string): string => `${texts.label ?? base.label}: ${text}`;

/** Joins the first reasons to ask, and says how many more there are; undefined: none. */
function shortened(texts: readonly string[]): string | undefined {
  const more = texts.length - maxReasons;
  if (texts.length === 0) return undefined;
  return [...texts.slice(0, maxReasons), ...(more > 0 ? [`Y ${countText(more)} más.`] : [])].join(' ');
}

/** The rows that were refused because they lack a reason, and the question for it; undefined: none. */
function missingReason(results: readonly VariantResult[], sent: Changes): { text: string; rows: Changes } | undefined {
  const asked = results.flatMap(({ sku, outcome, fields: { reason } }) => {
    const change = sent.get(sku);
    return outcome === 'refused' && reason !== undefined && change !== undefined ? [{ sku, change, reason }] : [];
  });
  const text = shortened(asked.map(({ change, reason }) => labelledText(change, reason)));
  return text === undefined ? undefined : { text, rows: new Map(asked.map(({ sku, change }) => [sku, change])) };
}

/** Says which rows a save left out; undefined: none. A variant that left the family has no row any more, and is named here. */
function leftText(results: readonly VariantResult[], family: Family, sent: Changes): string | undefined {
  const left = results.filter(({ outcome }) => outcome === 'refused' || outcome === 'conflict');
  if (left.length === 0) return undefined;
  const shown = new Set(family.variants.map(({ sku }) => sku));
  const gone = left.flatMap(({ sku }) => (shown.has(sku) ? [] : [`«${sent.get(sku)?.base.label ?? sku}»`]));
  const waiting = left.length - gone.length;
  const done = results.length - left.length;
  return [
    ...(waiting > 0 ? [`${rowsText(waiting)} sin guardar: cada fila dice por qué.`] : []),
    ...(gone.length > 0 ? [`Ya no es de esta familia: ${gone.join(', ')}.`] : []),
    ...(done > 0 ? [`Lo demás se guardó (${countText(done)}).`] : []),
  ].join(' ');
}

/**
 * The unsaved cells of a family's grid, and their save: one call, with a result for each row (PROD-25). Only typed cells are sent. A reload of the
 * page keeps them (PROD-02). `onFamily` takes the family of each answer.
 */
export function useFamilyChanges({
  family,
  askReason,
  onFamily,
  onFault,
  onUnknown,
}: {
  family: Family;
  askReason: (text: string) => Promise<string | undefined>;
  onFamily: (family: Family) => void;
  /** Shows the first cell that cannot be sent. */
  onFault: (fault: { sku: string; cell: Cell }) => void;
  /** Reads the family again after a save whose answer got lost. */
  onUnknown: () => void;
}) {
  const { user } = useSession();
  const draftKey = draftKeyOf(user.id, `families.${family.parentSku}`);
  const [state, dispatch] = useReducer(reduce, draftKey, startOf);
  const [isSending, setIsSending] = useState(false);
  const [said, setSaid] = useState<string>();
  const { changes } = state;
  useEffect(() => {
    storeDraft(draftKey, changes.size === 0 ? undefined : draftText({ base: noVersion, values: [...changes] }));
  }, [draftKey, changes]);
  // Leaving the page deletes the draft. The desk has asked the person before.
  useEffect(() => () => storeDraft(draftKey, undefined), [draftKey]);

  /** Sends unsaved rows. Returns the family with the result of each row; undefined: the call failed, and the page says why. */
  const send = async (sent: Changes, reason: string | undefined) => {
    setIsSending(true);
    const variants = [...sent.values()].map(({ base, texts }) => askedOf(base, texts));
    const body = { variants, ...(reason !== undefined && { reason }) };
    const answer = await call('changeProductFamily', { params: { parentSku: family.parentSku }, body }, onceOptions());
    setIsSending(false);
    if (!answer.ok) {
      setSaid(refusalText(answer.error));
      if (!isRefused(answer.error)) onUnknown();
      return undefined;
    }
    closeFailures();
    const { family: now, results } = answer.value.data;
    dispatch({ kind: 'saved', sent, results, rows: now.variants });
    onFamily(now);
    return { family: now, results };
  };

  /** Sends unsaved rows, and again with a reason those that the shop refuses for want of one (PROD-10, PRICE-05). */
  const sendAll = async (sent: Changes) => {
    const first = await send(sent, undefined);
    const question = first === undefined ? undefined : missingReason(first.results, sent);
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
    const fault = firstFault(family.variants, changes);
    if (fault !== undefined) return onFault(fault);
    const done = await sendAll(changes);
    if (done === undefined) return;
    const text = leftText(done.results, done.family, changes);
    setSaid(text);
    if (text === undefined)
      showToast(`${rowsText(done.results.length)} ${done.results.length === 1 ? 'guardada' : 'guardadas'}`);
  };

  return {
    ...state,
    dispatch,
    isSending,
    said,
    save,
    discardAll: (): void => {
      setSaid(undefined);
      dispatch({ kind: 'restore', changes: new Map() });
      showToast('Cambios descartados', () => dispatch({ kind: 'restore', changes }));
    },
  };
}
