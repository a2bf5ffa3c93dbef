/** Of a combobox: whether its list shows and which row is active, -1 = the words themselves. */
export interface ListState {
  isOpen: boolean;
  active: number;
}

/** What a key does to the list; null where the key is not the list's. Down and up go round past the words. */
export const moveInList = (list: ListState, key: string, count: number): ListState | null => {
  if (key === 'Escape') return list.isOpen ? { isOpen: false, active: -1 } : null;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  if (!list.isOpen || count === 0) return { isOpen: true, active: -1 };
  const step = key === 'ArrowDown' ? 1 : -1;
  // Rows 0 to count-1 and the words at -1 are one ring of count+1 places.
  const places = count + 1;
  return { isOpen: true, active: ((list.active + 1 + step + places) % places) - 1 };
};
