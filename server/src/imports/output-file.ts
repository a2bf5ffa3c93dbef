import { constants, open } from 'node:fs/promises';
import { ok, type Result, refuse } from '@ceiba/domain/result';

/** The reason why a file cannot be written: its folder is missing or belongs to another user, or the disk is full. */
interface OutputFault {
  code: 'OUTPUT_UNWRITABLE';
  text: string;
}

/** A file that is written piece by piece. */
export interface Output {
  write(text: string): Promise<void>;
  /** Ends the work. A file without output is left empty. */
  close(): Promise<void>;
  /** Abandons the work. A file without output stays unchanged. */
  abandon(): Promise<void>;
}

class UnwritableFile extends Error {}

const answered = <T>(work: Promise<T>): Promise<Result<T, OutputFault>> =>
  work.then(ok, (error: unknown) => {
    if (error instanceof UnwritableFile) return refuse({ code: 'OUTPUT_UNWRITABLE', text: error.message });
    throw error;
  });

/**
 * Opens a file that an option names, readable only by the operator. Called before any work, so that an unwritable place
 * is refused immediately. The first output empties the file, because it may be the input file.
 */
export const openOutput = (option: string, path: string): Promise<Result<Output, OutputFault>> => {
  const unwritable = ({ code }: NodeJS.ErrnoException): never => {
    throw new UnwritableFile(`OUTPUT_UNWRITABLE: --${option}: ${path} cannot be written (${code}).`);
  };
  const opened = async (): Promise<Output> => {
    const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
    // A pipe or a device is not emptied and keeps its access rights.
    const isFile = (await file.stat()).isFile();
    if (isFile) await file.chmod(0o600);
    let isBegun = false;
    const begin = async (): Promise<void> => {
      if (!isBegun && isFile) await file.truncate();
      isBegun = true;
    };
    return {
      write: (text) =>
        begin()
          .then(() => file.appendFile(text))
          .catch(unwritable),
      close: () =>
        begin()
          .then(() => file.close())
          .catch(unwritable),
      abandon: () => file.close(),
    };
  };
  return answered(opened().catch(unwritable));
};

/** Returns the result of `work` with the file, or the reason why the file could not be written completely. */
export const writeOutput = <T>(file: Output, work: (file: Output) => Promise<T>): Promise<Result<T, OutputFault>> =>
  answered(
    work(file).then(
      async (value) => {
        await file.close();
        return value;
      },
      async (error: unknown) => {
        await file.abandon();
        throw error;
      },
    ),
  );
