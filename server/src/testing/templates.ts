/** The migrated database of a new real shop. The other template has the demo's cards and flags, too. */
export const realTemplate = 'ceiba_real';
