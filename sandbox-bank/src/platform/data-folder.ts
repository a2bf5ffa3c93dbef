import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The bank's folder, for its owner only. The mode of a recursive mkdir goes to every folder it makes, so the folders
 * above are made first: others may live there too.
 */
export function makeDataFolder(dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}
