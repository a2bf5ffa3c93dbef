import { openConnection, requestOf } from '../http-connection.ts';

export interface Readings {
  count: number;
  /** Anything but 200, by status, and connections that broke. */
  failures: Map<string, number>;
  slowestMs: number;
}

/** Reads catalogue addresses through the proxy, none of them twice, until it is told to stop. */
export const keepReading = (port: number, paths: readonly string[], readers: number) => {
  const readings: Readings = { count: 0, failures: new Map(), slowestMs: 0 };
  let isOver = false;
  const read = async (_: unknown, first: number): Promise<void> => {
    let connection = await openConnection(port);
    for (let turn = first; !isOver; turn += 1) {
      const start = performance.now();
      const outcome = await connection.send(requestOf('GET', paths[turn % paths.length] ?? '/')).then(
        ({ status }) => String(status),
        () => 'connection lost',
      );
      readings.slowestMs = Math.max(readings.slowestMs, performance.now() - start);
      readings.count += 1;
      if (outcome === '200') continue;
      readings.failures.set(outcome, (readings.failures.get(outcome) ?? 0) + 1);
      if (outcome === 'connection lost') connection = await openConnection(port);
    }
    connection.close();
  };
  const running = Promise.all(Array.from({ length: readers }, read));
  running.catch(() => {});
  return {
    stop: async (): Promise<Readings> => {
      isOver = true;
      await running;
      return readings;
    },
  };
};
