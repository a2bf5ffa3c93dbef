import { readStored, writeStored } from '@ceiba/client/storage';

const key = 'ceiba.desk.till';

/** The till of this browser. Null if no till was chosen. */
export const ownTillId = (): string | null => readStored('local', key);
export const chooseTill = (id: string | null): void => writeStored('local', key, id);
