import { createServer, request } from 'node:http';
import type { Socket } from 'node:net';

/** The way from a browser to the shop, and to nothing else. */
export interface Line {
  port: number;
  /** Breaks what is open, and lets nothing through, until it is `mend`ed. */
  cut: () => void;
  mend: () => void;
  close: () => void;
}

/**
 * A proxy between browser and shop. WebDriver takes a page from the net, but not its service worker, which stands
 * between it and the shop: a line that breaks must break for both.
 */
export async function openLine(shop: string): Promise<Line> {
  const { host } = new URL(shop);
  const sockets = new Set<Socket>();
  let isCut = false;
  const proxy = createServer((asked, answer) => {
    const { method, url = '', headers } = asked;
    if (isCut || new URL(url, shop).host !== host) {
      asked.socket.destroy();
      return;
    }
    const passed = request(url, { method: method ?? 'GET', headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  proxy.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  // The world outside, the map's tiles too.
  proxy.on('connect', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    port: address.port,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => {
      isCut = false;
    },
    close: () => proxy.close(),
  };
}
