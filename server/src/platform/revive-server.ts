import { connect } from 'node:net';

export interface RevivedServer {
  /** No longer looks; ends once a start that is under way has ended. */
  stop(): Promise<void>;
}

export interface ReviveOptions {
  port: number;
  /** Starts the server again on the same port; throws when it cannot (yet). */
  start: () => Promise<unknown>;
  onNotice: (message: string) => void;
  /** Milliseconds between two looks. */
  everyMs?: number;
}

/** A server that is starting, recovering or full still takes connections; refused means that nobody listens. */
const isRefused = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 1_000 });
    const end = (refused: boolean): void => {
      socket.destroy();
      done(refused);
    };
    socket.once('connect', () => end(false));
    socket.once('timeout', () => end(false));
    socket.once('error', (error) => end('code' in error && error.code === 'ECONNREFUSED'));
  });

/** Looks each second whether a server still listens, and starts it again when it does not. */
export const reviveServer = ({ port, start, onNotice, everyMs = 1_000 }: ReviveOptions): RevivedServer => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let looking = Promise.resolve();

  const look = async (): Promise<void> => {
    if (await isRefused(port)) {
      try {
        await start();
        onNotice('The database had died; it is running again.');
      } catch (error) {
        // What is left of it may take a moment to go; it is tried again.
        onNotice(
          `The database has died and could not be started yet: ${error instanceof Error ? error.message : error}`,
        );
      }
    }
    if (!isStopped) timer = setTimeout(lookNow, everyMs);
  };
  const lookNow = (): void => {
    looking = look();
  };

  timer = setTimeout(lookNow, everyMs);
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
};
