import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fieldOf, openDevTools } from './devtools.ts';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
  '--window-size=390,844',
];

/** Sums what Chromium calls layout shift (web-vitals' CLS without its windows: at least as strict). */
const shiftObserver = `
  window.shiftSum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shiftSum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

export interface Visit {
  /** Addresses of every script the page loaded, on its own and on demand. */
  scripts: string[];
  /** Cumulative layout shift until the page was at rest. */
  layoutShift: number;
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

const startChromium = async (executable: string, profileDir: string) => {
  const child = spawn(executable, [...flags, `--user-data-dir=${profileDir}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = new Promise<void>((done) => child.on('close', () => done()));
  const url = await new Promise<string>((done, fail) => {
    let said = '';
    child.on('error', fail);
    child.on('close', () => fail(new Error(`the browser ended:\n${said}`)));
    child.stderr.on('data', (piece: Buffer) => {
      said += piece.toString('utf8');
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (found !== undefined) done(found);
    });
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
    },
  };
};

/** Opens a page as a phone would and waits until nothing has been asked for during a second. */
export const visitInBrowser = async (executable: string, pageUrl: string): Promise<Visit> => {
  const profileDir = await mkdtemp(join(tmpdir(), 'ceiba-browser-'));
  const chromium = await startChromium(executable, profileDir);
  try {
    const browser = await openDevTools(chromium.url);
    const targetId = fieldOf(await browser.call('Target.createTarget', { url: 'about:blank' }), 'targetId');
    const attached = await browser.call('Target.attachToTarget', { targetId, flatten: true });
    const session = String(fieldOf(attached, 'sessionId'));
    const scripts = new Set<string>();
    let lastAsked = Date.now();
    browser.listen((method, params) => {
      if (method !== 'Network.requestWillBeSent') return;
      lastAsked = Date.now();
      if (params.type === 'Script') scripts.add(String(fieldOf(params, 'request', 'url')));
    });
    await browser.call('Network.enable', {}, session);
    await browser.call('Page.enable', {}, session);
    await browser.call('Page.addScriptToEvaluateOnNewDocument', { source: shiftObserver }, session);
    await browser.call('Page.navigate', { url: pageUrl }, session);
    for (const end = Date.now() + 60_000; Date.now() - lastAsked < 1_000 && Date.now() < end; ) await pause(100);
    const shift = await browser.call('Runtime.evaluate', { expression: 'window.shiftSum' }, session);
    browser.close();
    return { scripts: [...scripts], layoutShift: Number(fieldOf(shift, 'result', 'value')) };
  } finally {
    await chromium.stop();
    await rm(profileDir, { recursive: true, force: true });
  }
};
