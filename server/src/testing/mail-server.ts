import { createServer, type Server } from 'node:net';
import { listenHere } from './listen-here.ts';

/**
 * Starts a mail server. It accepts everything, or refuses the first messages, or refuses every recipient in a reply that contains
 * the recipient.
 */
export const startMailServer = async (
  refusals: number,
  isKnown = true,
): Promise<{ url: string; messages: string[]; server: Server }> => {
  const messages: string[] = [];
  let left = refusals;
  const server = createServer((socket) => {
    let inData = false;
    let buffer = '';
    socket.write('220 test\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      buffer += chunk.toString();
      if (inData && buffer.includes('\r\n.\r\n')) {
        const isRefused = left > 0;
        left -= 1;
        if (!isRefused) messages.push(buffer);
        socket.write(isRefused ? '451 try later\r\n' : '250 taken\r\n');
        inData = false;
        buffer = '';
      }
      if (inData || !buffer.endsWith('\r\n')) return;
      inData = buffer.startsWith('DATA');
      const named = isKnown ? undefined : /^RCPT TO:(.*)/.exec(buffer)?.[1];
      if (named !== undefined) socket.write(`550 5.1.1 ${named} no such user\r\n`);
      else socket.write(inData ? '354 go on\r\n' : '250 ok\r\n');
      buffer = '';
    });
  });
  const port = await listenHere(server);
  return { url: `smtp://127.0.0.1:${port}`, messages, server };
};
