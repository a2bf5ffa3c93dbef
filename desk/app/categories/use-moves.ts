import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { onceOptions } from '../actions/desk-action.ts';
import { useChange } from '../actions/use-change.ts';
import { refusalText } from '../platform/notes.tsx';
import { showFailure, showToast } from '../platform/toasts.tsx';
import { allDeskKeys } from '../session/cache-keys.ts';
import { call } from '../session/desk-client.ts';
import { type CategoryRow, canMoveTo, placeOf, type TreePlace } from './category-tree.ts';

/** Moves categories in the tree. Each move can be undone (OFF-22). */
export const useMoves = (rows: readonly CategoryRow[]) => {
  const queries = useQueryClient();
  const { send, isSending } = useChange();
  const [said, setSaid] = useState('');
  const reread = () => queries.invalidateQueries({ queryKey: allDeskKeys });
  const undo = async (id: string, version: number, place: TreePlace): Promise<void> => {
    const undone = await call('moveCategory', { params: { id }, body: { version, ...place } }, onceOptions());
    if (undone.ok) showToast('Deshecho');
    else showFailure(`No se pudo deshacer. ${refusalText(undone.error)}`);
    await reread();
  };
  const move = async (row: CategoryRow, place: TreePlace): Promise<void> => {
    const before = placeOf(rows, row);
    const isSame =
      before.parentId === place.parentId && (place.beforeId === before.beforeId || place.beforeId === row.id);
    if (isSending || isSame || !canMoveTo(rows, row, place)) return;
    const { id, version } = row;
    const sent = await send((options) =>
      call('moveCategory', { params: { id }, body: { version, ...place } }, options),
    );
    if (!sent.ok) return showFailure(`${row.title}: ${refusalText(sent.error)}`);
    await reread();
    const { position, above } = sent.value.data;
    setSaid(`${row.title}: lugar ${position} en ${above.at(-1)?.title ?? 'el primer nivel'}.`);
    showToast('Categoría movida', () => void undo(id, sent.value.data.version, before));
  };
  return { move, isSending, said };
};
