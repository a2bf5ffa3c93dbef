import { once } from 'node:events';
import type { Server } from 'node:net';

/** Starts a test's server on a free port of this machine. @returns the port */
export const listenHere = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port to listen on');
  return address.port;
};
