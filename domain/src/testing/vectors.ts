import { existsSync, readFileSync } from 'node:fs';

/** Reads a reference file in `data/`. Looks in parent folders, so that copies of this package find the file too. */
export function readVectors<V>(file: string): V[] {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const url = new URL(`data/${file}`, folder);
    if (existsSync(url)) {
      const content: { vectors: V[] } = JSON.parse(readFileSync(url, 'utf8'));
      return content.vectors;
    }
    if (folder.pathname === '/') throw new Error(`no reference file ${file}`);
  }
}
