import { createServer } from 'node:net';

/** The setting that moves a port. */
type PortSetting = 'PORT' | 'BANK_PORT' | 'OPERATIONS_PORT';

/** The line a person reads, in the shop's language and in the project's; `variable` is the setting that moves the port. */
export const portTaken = (variable: PortSetting, port: number): Error =>
  new Error(
    `El puerto ${port} ya está en uso: detén el programa que lo usa o elige otro con ${variable}=${port + 1}. · ` +
      `Port ${port} is already in use: stop the program that uses it, or choose another with ${variable}=${port + 1}.`,
  );

/** Whether an error of `listen` says that somebody else listens there. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/**
 * Asked before a start touches anything, so that a second shop by mistake ends at once. 0 (any free port) is always free.
 * What else may be wrong with the address is said when it is really listened on.
 */
export const assertPortIsFree = (variable: PortSetting, port: number, host: string): Promise<void> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', (error) => (isPortTaken(error) ? fail(portTaken(variable, port)) : done()));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done()));
  });
