import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const at = '2026-11-26T10:00:00.000Z';

const jobs = (hasFailed: boolean) => ({
  status: 200,
  data: {
    kinds: [
      { task: 'send-mail', due: 2, planned: 0, running: 1, failing: 0, dead: hasFailed ? 1 : 0, oldestSeconds: 900 },
    ],
    failed: hasFailed
      ? [
          {
            id: '7',
            task: 'send-mail',
            state: 'dead' as const,
            attempts: 25,
            createdAt: at,
            runAt: at,
            error: 'connect ECONNREFUSED',
          },
        ]
      : [],
    schedules: [{ name: 'each-minute', task: 'check', lastRunAt: at, nextRunAt: null }],
  },
});

test('[OPS-17] a dead job says what failed, is tried again, or is discarded with a reason', async () => {
  let hasFailed = true;
  const desk = await openDesk('/operacion/trabajos', {
    calls: {
      getJobs: () => jobs(hasFailed),
      discardJob: () => {
        hasFailed = false;
        return { status: 200, data: { id: '7', task: 'send-mail' } };
      },
    },
  });
  expect(await screen.findByText('connect ECONNREFUSED')).toBeInTheDocument();
  expect(screen.getByText('15 min')).toBeInTheDocument();
  await desk.user.click(screen.getByRole('button', { name: 'Descartar' }));
  const dialog = await screen.findByRole('dialog', { name: '¿Descartar send-mail?' });
  await desk.user.type(within(dialog).getByLabelText(/Motivo/), 'La dirección no existe');
  await desk.user.click(within(dialog).getByRole('button', { name: 'Descartar' }));
  expect(await screen.findByText('Ningún trabajo ha fallado.')).toBeInTheDocument();
  expect(desk.sentTo('discardJob')).toMatchObject([
    { params: { id: '7' }, body: { reason: 'La dirección no existe' } },
  ]);
});

test('[OPS-17] who may only look has no buttons', async () => {
  await openDesk('/operacion/trabajos', { calls: { getJobs: jobs(true) }, session: sampleSession('manager') });
  expect(await screen.findByText('connect ECONNREFUSED')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
});

test('[OPS-04] Operación shows what fails first, with its next step', async () => {
  await openDesk('/operacion', {
    calls: {
      getStatus: {
        status: 200,
        data: {
          lookedAt: at,
          parts: [
            { about: 'mail', state: 'sound', text: 'answers' },
            { about: 'bank', state: 'broken', text: 'no answer: see the chapter' },
          ],
          guard: { checkedAt: at, broken: [{ rule: 'orders.total', rows: 2 }] },
          lastBackupAt: null,
          lastDrillAt: null,
          queueSeconds: 0,
          workers: [{ name: 'worker-1', seenAt: at }],
        },
      },
    },
  });
  await screen.findByText('2 filas');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows.indexOf('bankno answer: see the chapterFalla')).toBeLessThan(rows.indexOf('mailanswersBien'));
  expect(rows).toContain('bankno answer: see the chapterFalla');
});
