import { readStored, writeStored } from '@ceiba/client/storage';

const key = 'ceiba.desk.till';

/** The till that this browser stands at; null: nobody has said. */
export const ownTillId = (): string | null => readStored('local', key);
export const chooseTill = (id: string | null): void => writeStored('local', key, id);
