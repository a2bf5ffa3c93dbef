import { readStored, writeStored } from '@ceiba/client/storage';

const key = 'ceiba.desk.manifest';

/** The manifest that this browser used last. Null if it used no manifest yet. */
export const ownManifestId = (): string | null => readStored('local', key);
export const chooseManifest = (id: string): void => writeStored('local', key, id);
