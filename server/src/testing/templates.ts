/** The migrated database of a new real shop. The other template also has the demo's cards and flags. */
export const realTemplate = 'ceiba_real';
