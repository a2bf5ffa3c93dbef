import { writeFile } from 'node:fs/promises';
import CDP from 'chrome-remote-interface';
import { ratio } from './figures.ts';

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}
interface ProfileNode {
  id: number;
  callFrame: CallFrame;
  children?: number[];
}
export interface CpuProfile {
  nodes: ProfileNode[];
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

/** Profiles a process started with --inspect while `work` runs; the file opens in any viewer of V8 profiles. */
export const profileWhile = async (port: number, work: () => Promise<unknown>, file: string): Promise<CpuProfile> => {
  const inspector = await CDP({ host: '127.0.0.1', port });
  const { Profiler } = inspector;
  try {
    await Profiler.enable();
    await Profiler.setSamplingInterval({ interval: 250 });
    await Profiler.start();
    await work();
    const { profile } = await Profiler.stop();
    const { nodes, samples, timeDeltas } = profile;
    if (samples === undefined || timeDeltas === undefined) throw new Error('the profile holds no samples');
    await writeFile(file, JSON.stringify(profile));
    return { nodes, samples, timeDeltas };
  } finally {
    await inspector.close();
  }
};

export interface Share {
  name: string;
  /** Of the time in which the process was not idle, 0 to 1. */
  share: number;
}

const place = ({ functionName, url, lineNumber }: CallFrame): string => {
  const file = url
    .replace(/^.*\/node_modules\//, '')
    .replace(/^file:\/\/.*?\/((?:server|domain|contract|storefront)\/)/, '$1');
  return url === '' ? functionName : `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}`;
};

/** Microseconds spent in each node itself. */
const selfTimes = ({ samples, timeDeltas }: CpuProfile): Map<number, number> => {
  if (samples.length !== timeDeltas.length) throw new Error('the profile is cut off: not every sample has its time');
  const times = new Map<number, number>();
  for (const [index, id] of samples.entries()) times.set(id, (times.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  return times;
};

const sharesOf = (profile: CpuProfile, nameOf: (node: ProfileNode) => string): Share[] => {
  const times = selfTimes(profile);
  const sums = new Map<string, number>();
  let total = 0;
  for (const node of profile.nodes) {
    const time = times.get(node.id) ?? 0;
    if (time === 0 || node.callFrame.functionName === '(idle)') continue;
    total += time;
    const name = nameOf(node);
    sums.set(name, (sums.get(name) ?? 0) + time);
  }
  return [...sums].map(([name, time]) => ({ name, share: ratio(time, total) })).sort((a, b) => b.share - a.share);
};

/** Functions by the time spent in themselves, most first. */
export const hottest = (profile: CpuProfile): Share[] => sharesOf(profile, ({ callFrame }) => place(callFrame));

/** Share of the time in which the process waited for something to do. */
export const idleShare = (profile: CpuProfile): number => {
  const times = selfTimes(profile);
  const idle = profile.nodes.find(({ callFrame }) => callFrame.functionName === '(idle)');
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return ratio(times.get(idle?.id ?? 0) ?? 0, total);
};

/**
 * Part of a request's way that a frame belongs to; the first that matches from the inside out has it. Node's sockets and
 * streams belong to whoever uses them: a statement, an answer, a log line.
 */
const stages: readonly [name: string, frame: RegExp][] = [
  ['compression', /zlib|fastify\/compress|compressPage/],
  [
    'rendering',
    /node_modules\/(?:react|react-dom|react-router|@react-router|scheduler|turbo-stream)\/|storefront\/build/,
  ],
  ['validation', /node_modules\/zod\//],
  ['SQL', /node_modules\/(?:pg|pg-protocol|pg-pool|pg-types|postgres-\w+)\/|platform\/(?:database|statement)\.ts/],
  ['logging', /node_modules\/(?:pino|sonic-boom|thread-stream|fast-safe-stringify|safe-stable-stringify)/],
  ['metrics and limits', /node_modules\/(?:prom-client|@fastify\/rate-limit|tdigest)/],
  ['pricing and rules', /domain\/src\//],
  ['serialisation', /serialize|JSON\.stringify|fast-json-stringify|light-my-request/],
  ['our answer', /server\/src\/(?!platform\/)/],
  ['our platform', /server\/src\/platform\//],
  ['routing and framework', /node_modules\/(?:fastify|find-my-way|avvio|@fastify)/],
  ['answer out', /node:_http_outgoing/],
  ['request in', /node:_http|parserOn/],
];

/** How a process's time is spread over the parts of a request's way. */
export const stageShares = (profile: CpuProfile): Share[] => {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children = [] } of profile.nodes) for (const child of children) parents.set(child, id);
  return sharesOf(profile, (leaf) => {
    for (let node: ProfileNode | undefined = leaf; node !== undefined; node = byId.get(parents.get(node.id) ?? -1)) {
      const frame = `${node.callFrame.functionName} ${node.callFrame.url}`;
      const stage = stages.find(([, pattern]) => pattern.test(frame));
      if (stage !== undefined) return stage[0];
    }
    return leaf.callFrame.functionName === '(garbage collector)' ? 'garbage collection' : 'the rest of Node';
  });
};
