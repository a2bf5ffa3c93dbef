import { moduleOf } from './modules.ts';
import { isTable, reachedIn } from './reach.ts';
import { isProduct } from './rooms.ts';
import { listSources, readSource } from './source-files.ts';

/** Lines of a room that hold reached values, as Stryker takes them: `src/money/money.ts:12-20`, relative to the room. */
export const reachedRanges = (room: string): string[] =>
  listSources()
    .filter((file) => file.startsWith(`${room}/src/`) && isProduct(file))
    .flatMap((file) => {
      const text = readSource(file);
      const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
      return [...reachedIn(file)].flatMap((name) => {
        const value = moduleOf(file).values.get(name);
        // The entries of a table stand in its lines.
        if (value === undefined || isTable(file, name)) return [];
        return [`${file.slice(room.length + 1)}:${lineAt(value.start)}-${lineAt(value.end)}`];
      });
    });
