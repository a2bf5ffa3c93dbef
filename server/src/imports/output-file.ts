import { open } from 'node:fs/promises';
import { ok, type Result, refuse } from '@ceiba/domain/result';

/** Why a file is not written: its folder is not there or is another's, or the disk is full. */
interface OutputFault {
  code: 'OUTPUT_UNWRITABLE';
  text: string;
}

/** A file that is written piece by piece. */
export interface Output {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

class UnwritableFile extends Error {}

const answered = <T>(work: Promise<T>): Promise<Result<T, OutputFault>> =>
  work.then(ok, (error: unknown) => {
    if (error instanceof UnwritableFile) return refuse({ code: 'OUTPUT_UNWRITABLE', text: error.message });
    throw error;
  });

/**
 * Opens a file that an option names, for its reader alone. It is opened before anything is done, so that a place where nothing can
 * be written is told by then.
 */
export const openOutput = (option: string, path: string): Promise<Result<Output, OutputFault>> => {
  const unwritable = ({ code }: NodeJS.ErrnoException): never => {
    throw new UnwritableFile(`OUTPUT_UNWRITABLE: --${option}: ${path} cannot be written (${code}).`);
  };
  const opened = open(path, 'w', 0o600).then(
    (file): Output => ({ write: (text) => file.appendFile(text).catch(unwritable), close: () => file.close() }),
    unwritable,
  );
  return answered(opened);
};

/** What `work` answers with the file, or why that could not be written to its end. */
export const writeOutput = <T>(file: Output, work: (file: Output) => Promise<T>): Promise<Result<T, OutputFault>> =>
  answered(work(file).finally(() => file.close()));
