import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { listenHere } from './listen-here.ts';

/** An HTTP proxy to a service. It can fail before a request arrives, or after the request is carried out. */
export interface FaultyLine {
  url: string;
  /** Sets the outcomes of the next requests with a matching path, in order. All others pass. */
  fail(path: RegExp, fates: readonly ('never-arrives' | 'answer-lost')[]): void;
  close(): Promise<void>;
}

export async function openFaultyLine(target: string): Promise<FaultyLine> {
  let plan: { path: RegExp; fates: ('never-arrives' | 'answer-lost')[] } = { path: /(?!)/, fates: [] };
  const server = createServer((request, answer) => {
    const fate = plan.path.test(request.url ?? '') ? plan.fates.shift() : undefined;
    if (fate === 'never-arrives') request.socket.destroy();
    else forward(target, request, answer, fate === 'answer-lost');
  });
  const port = await listenHere(server);
  return {
    url: `http://127.0.0.1:${port}`,
    fail: (path, fates) => {
      plan = { path, fates: [...fates] };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Headers pass unchanged, including the host, because signatures cover them. */
function forward(target: string, request: IncomingMessage, answer: ServerResponse, isLost: boolean): void {
  const { method, headers, url = '/' } = request;
  const onward = send(new URL(url, target), { method, headers }, (reply) => {
    if (isLost) {
      reply.resume().once('end', () => request.socket.destroy());
      return;
    }
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  onward.once('error', () => request.socket.destroy());
  request.pipe(onward);
}
