/** The migrated database as a real shop begins with it; the other template also has the demo's cards and flags. */
export const realTemplate = 'ceiba_real';
