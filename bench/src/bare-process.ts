import { fork } from 'node:child_process';
import { join } from 'node:path';
import { projectDir } from './processes.ts';

export interface BareProcess {
  pid: number;
  /** Sends a message; the next one that comes back is the answer, and must be what is expected. */
  ask<Answer>(message: object, isAnswer: (answer: unknown) => answer is Answer): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts one of this folder's programs as a process of its own: what is compared must not share a CPU with the measuring. */
export const startBareProcess = (file: string): BareProcess => {
  const child = fork(join(projectDir, 'bench', 'src', file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const closed = new Promise<void>((done) => child.once('exit', () => done()));
  return {
    pid: child.pid ?? 0,
    ask: (message, isAnswer) =>
      new Promise((done, fail) => {
        child.once('message', (answer: unknown) => {
          if (isAnswer(answer)) done(answer);
          else fail(new Error(`${file} answered ${JSON.stringify(answer)}`));
        });
        child.once('error', fail);
        child.once('exit', (code) => fail(new Error(`${file} ended with ${code}`)));
        child.send(message);
      }),
    stop: async () => {
      child.disconnect();
      await closed;
    },
  };
};

export const isReady = (answer: unknown): answer is { isReady: true } =>
  typeof answer === 'object' && answer !== null && 'isReady' in answer;
