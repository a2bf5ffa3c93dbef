import { readStored, writeStored } from '@ceiba/client/storage';

const key = 'ceiba.desk.manifest';

/** The manifest that this browser used last; null if there is none. */
export const ownManifestId = (): string | null => readStored('local', key);
export const chooseManifest = (id: string): void => writeStored('local', key, id);
