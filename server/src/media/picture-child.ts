import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ChildLimits {
  /** Time limit for one picture, in milliseconds. */
  ms: number;
  /** Limit of writable memory in megabytes, enforced by the kernel. Node reserves about 650 megabytes for itself. */
  megabytes: number;
  /** From 0 (the priority of this process) to 19 (runs only while nothing else runs). */
  niceness?: number;
}

/** Thrown if the picture took too long, or ended the process that decoded it. */
export class PictureFailed extends Error {}

export interface PictureChild {
  /** Sends one picture. The next picture may be sent after the answer. @throws PictureFailed; the process has then ended */
  ask(message: unknown): Promise<unknown>;
  close(): void;
}

/**
 * The shell limits itself and becomes Node, so that the kernel enforces the limits without a timer. On a system without such limits, Node
 * starts without them.
 */
const limited = ({ megabytes, niceness = 0 }: ChildLimits): string[] => [
  '-c',
  `ulimit -c 0; ulimit -d ${megabytes * 1_000} 2>/dev/null; exec nice -n ${niceness} "$0" "$@"`,
  process.execPath,
];

/** The programs that a child process may run. */
const programs = {
  'photo-process': new URL('./photo-process.ts', import.meta.url),
  'preview-process': new URL('./preview-process.ts', import.meta.url),
  'picture-process': new URL('./picture-process.ts', import.meta.url),
};

/**
 * Starts a process that decodes pictures. The shop opens sent pictures only in such a process (record 0022). The
 * process does not get the shop's environment, so an exploited decoder finds no secret. It has little memory, and is
 * killed if a picture takes too long.
 *
 * @param entry its program, in this folder, which first sends `ready` @throws if it does not start
 */
export async function openPictureChild(
  entry: keyof typeof programs,
  args: readonly string[],
  limits: ChildLimits,
): Promise<PictureChild> {
  const child = fork(fileURLToPath(programs[entry]), [...args], {
    execPath: '/bin/sh',
    execArgv: limited(limits),
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit').then(([code, signal]: (string | number | null)[]) => signal ?? code);
  const ending = (): Promise<never> =>
    gone.then((how) => {
      throw new PictureFailed(`the process ended early (${how})`);
    });
  const close = (): void => void child.kill('SIGKILL');
  const started = await Promise.race([once(child, 'message'), gone]);
  if (!Array.isArray(started)) throw new Error(`${entry} did not start (${started})`);
  return {
    close,
    ask: async (message) => {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new PictureFailed('took too long')), limits.ms);
      try {
        const answered = once(child, 'message');
        child.send(message as object, (error) => {
          if (error !== null) reject(new PictureFailed('the process had ended', { cause: error }));
        });
        const [answer] = await Promise.race([answered, ending(), late]);
        return answer;
      } catch (error) {
        close();
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
