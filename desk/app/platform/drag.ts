import { type DragEvent, type KeyboardEvent, useState } from 'react';

/** Returns the list with one entry at another place. The same list if there is nothing to move. */
export const moved = <T>(list: readonly T[], from: number, to: number): readonly T[] => {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length || from === to) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
};

type Move = (from: number, to: number) => void;

/**
 * Attributes of an entry that is dragged to another place of its list. `type`: the type of the dragged data. Each list has its own, so
 * that an entry cannot be dropped in another list.
 */
export const dragPlace = (type: string, at: number, onMove: Move) => ({
  onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(type, String(at)),
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes(type)) event.preventDefault();
  },
  onDrop: (event: DragEvent) => {
    const from = event.dataTransfer.getData(type);
    if (from === '') return;
    event.preventDefault();
    onMove(Number(from), at);
  },
});

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 };

/** Moves an entry by Alt and arrows. `isRow`: entries stand side by side, so that the arrows to the sides move it, too. */
export const moveByKeys =
  (at: number, onMove: Move, isRow = false) =>
  (event: KeyboardEvent): void => {
    const step = isRow || /Up|Down/.test(event.key) ? steps[event.key] : undefined;
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    onMove(at, at + step);
  };

/** Attributes of a place where files are dropped. `isOver`: files are being dragged over it. */
export const useFileDrop = (onFiles: (files: readonly File[]) => void) => {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    place: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        setIsOver(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
};
