import type { DeskNotice } from '@ceiba/contract/desk/notices';
import { act, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { noAnswer } from '../testing/desk-network.ts';
import { openDesk } from '../testing/open-desk.tsx';

const notice = (id: string, of: Partial<DeskNotice> = {}): DeskNotice => ({
  id,
  kind: 'hold',
  at: '2026-11-26T10:00:00.000Z',
  title: `Orden 10000000${id} detenida`,
  text: 'Revísala para liberarla o cancelarla.',
  href: `/admin/ordenes/10000000${id}`,
  isRead: false,
  ...of,
});

const answer = (data: DeskNotice[], next: string, unread = data.length) => ({ status: 200, data, next, unread });

const own = { listOwnSessions: { status: 200, data: [] } } as const;

test.each([1440, 390])('[OFF-23] the bell counts unread notices, which are read once, at %i', async (width) => {
  const desk = await openDesk('/mi-cuenta', {
    width,
    calls: {
      ...own,
      listNotices: answer(
        [notice('2'), notice('1', { kind: 'run', title: 'Archivo aplicado', href: '/admin/sin-pagina/x' })],
        '5:5:',
      ),
      readNotices: ({ body }) => ({ status: 200, data: { unread: JSON.stringify(body).includes('all') ? 0 : 1 } }),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Avisos, 2 sin leer' }));
  const list = within(await screen.findByRole('dialog', { name: 'Avisos' }));
  expect(list.getByRole('link', { name: /Sin leer:\s*Orden 100000002 detenida/ })).toHaveAttribute(
    'href',
    '/ordenes/100000002',
  );
  // The desk has no page for this notice, so the notice is marked as read in the list.
  await desk.user.click(list.getByRole('button', { name: /Archivo aplicado/ }));
  expect(await screen.findByRole('button', { name: 'Avisos, 1 sin leer' })).toBeInTheDocument();
  await desk.user.click(list.getByRole('button', { name: 'Marcar todo como leído' }));
  expect(await screen.findByRole('button', { name: 'Avisos' })).toBeInTheDocument();
  expect(desk.sentTo('readNotices').map(({ body }) => body)).toEqual([{ ids: ['1'] }, { all: true }]);
});

test('[OFF-23] an open page shows a notice within six seconds and only once, also after a lost connection', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  let isOff = false;
  const requestedAfter: (string | undefined)[] = [];
  const desk = await openDesk('/mi-cuenta', {
    calls: {
      ...own,
      listNotices: ({ query: { after } }) => {
        requestedAfter.push(after);
        if (isOff) return noAnswer;
        if (after === undefined) return answer([], '1:1:');
        return after === '1:1:' ? answer([notice('3')], '2:2:') : answer([], after, 1);
      },
    },
  });
  await pass(0);
  expect(screen.getByRole('button', { name: 'Avisos' })).toBeInTheDocument();
  isOff = true;
  await pass(12_000);
  expect(requestedAfter.length).toBeGreaterThan(2);
  isOff = false;
  await pass(6_000);
  expect(screen.getByRole('button', { name: 'Avisos, 1 sin leer' })).toBeInTheDocument();
  expect(screen.getAllByText('Orden 100000003 detenida')).toHaveLength(1);
  // All tries before the answer start at the same notice.
  const first = requestedAfter.indexOf('2:2:');
  expect(new Set(requestedAfter.slice(1, first === -1 ? undefined : first))).toEqual(new Set(['1:1:']));
  await pass(6_000);
  expect(requestedAfter.at(-1)).toBe('2:2:');
  expect(desk.sentTo('readNotices')).toEqual([]);
});
