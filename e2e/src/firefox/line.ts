import { createServer, request } from 'node:http';
import type { Socket } from 'node:net';

/** The connection from a browser to the shop, and to no other server. */
export interface Line {
  port: number;
  /** Closes open connections, and blocks new ones until `mend` is called. */
  cut: () => void;
  mend: () => void;
  close: () => void;
}

/**
 * Opens a proxy between browser and shop. WebDriver can take a page offline, but not its service worker between page and shop. A
 * broken connection must break for both.
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
  // Blocks the internet, with the map's tiles.
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
