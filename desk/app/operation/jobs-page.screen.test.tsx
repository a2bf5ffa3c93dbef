import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const at = '2026-11-26T10:00:00.000Z';

const jobs = (hasFailed: boolean, pausedAt: string | null = null, attempts = 25) => ({
  status: 200,
  data: {
    kinds: [
      {
        task: 'send-mail',
        label: 'Enviar un correo',
        due: 2,
        planned: 0,
        running: 1,
        failing: 0,
        dead: hasFailed ? 1 : 0,
        oldestSeconds: 900,
        pausedAt,
        pauseReason: pausedAt === null ? null : 'El servidor de correo no responde',
      },
    ],
    failed: hasFailed
      ? [
          {
            id: '7',
            task: 'send-mail',
            label: 'Enviar un correo',
            state: 'dead' as const,
            attempts,
            createdAt: at,
            runAt: at,
            error: 'connect ECONNREFUSED',
          },
        ]
      : [],
    schedules: [{ name: 'each-minute', task: 'check', label: 'Vigilar los datos', lastRunAt: at, nextRunAt: null }],
  },
});

test('[OPS-17] a dead job shows its error, and is discarded with a reason', async () => {
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
  const dialog = await screen.findByRole('dialog', { name: '¿Descartar “Enviar un correo”?' });
  await desk.user.type(within(dialog).getByLabelText(/Motivo/), 'La dirección no existe');
  await desk.user.click(within(dialog).getByRole('button', { name: 'Descartar' }));
  expect(await screen.findByText('Ningún trabajo ha fallado.')).toBeInTheDocument();
  expect(desk.sentTo('discardJob')).toMatchObject([
    { params: { id: '7' }, body: { reason: 'La dirección no existe' } },
  ]);
});

test('[OPS-17] a dead job is retried, a kind shows its running jobs, and a schedule its next run', async () => {
  let isRetried = false;
  const { kinds, failed, schedules } = jobs(true).data;
  const next = schedules.map((schedule) => ({ ...schedule, nextRunAt: '2026-11-26T16:35:00.000Z' }));
  const [running] = kinds.map((kind) => ({ ...kind, due: 0, running: 3, dead: 0, oldestSeconds: 0 }));
  const desk = await openDesk('/operacion/trabajos', {
    calls: {
      getJobs: () => ({
        status: 200,
        data: isRetried
          ? { kinds: running ? [running] : [], failed: [], schedules: next }
          : { kinds, failed, schedules: next },
      }),
      retryJob: () => {
        isRetried = true;
        return { status: 200, data: { id: '7', task: 'send-mail' } };
      },
    },
  });
  const rowOf = (text: string) => screen.getAllByText(text).at(-1)?.closest('tr');
  await screen.findByText('connect ECONNREFUSED');
  const column = screen.getAllByRole('columnheader').findIndex(({ textContent }) => textContent === 'En curso');
  expect(column).toBeGreaterThan(0);
  const runningNow = () => rowOf('Enviar un correo')?.cells[column]?.textContent;
  expect(runningNow()).toBe('1');
  expect(rowOf('Vigilar los datos')).toHaveTextContent(/, 04:00.*, 10:35$/);
  await desk.user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Enviar un correo: se intenta de nuevo')).toBeVisible();
  expect(await screen.findByText('Ningún trabajo ha fallado.')).toBeVisible();
  expect(runningNow()).toBe('3');
  expect(desk.sentTo('retryJob').map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: '7' }, body: {} },
  ]);
});

test('[OPS-17] a kind of job is paused with a reason, shows since when and why, and is resumed', async () => {
  let pausedAt: string | null = null;
  const desk = await openDesk('/operacion/trabajos', {
    calls: {
      getJobs: () => jobs(false, pausedAt),
      pauseJobs: () => {
        pausedAt = at;
        return { status: 200, data: { task: 'send-mail', isPaused: true } };
      },
      resumeJobs: () => {
        pausedAt = null;
        return { status: 200, data: { task: 'send-mail', isPaused: false } };
      },
    },
  });
  const schedule = (await screen.findByText('Vigilar los datos')).closest('tr');
  // The last run shows. The time of the next run is unknown.
  expect(schedule).toHaveTextContent(/, 04:00–$/);
  await desk.user.click(await screen.findByRole('button', { name: 'Pausar' }));
  const dialog = await screen.findByRole('dialog', { name: '¿Pausar “Enviar un correo”?' });
  await desk.user.type(within(dialog).getByLabelText(/Motivo/), 'El servidor de correo no responde');
  await desk.user.click(within(dialog).getByRole('button', { name: 'Pausar' }));
  expect(await screen.findByText('En pausa')).toBeInTheDocument();
  expect(screen.getByText(/Desde .*: El servidor de correo no responde/)).toBeInTheDocument();
  expect(desk.sentTo('pauseJobs')).toMatchObject([
    { params: { task: 'send-mail' }, body: { reason: 'El servidor de correo no responde' } },
  ]);
  await desk.user.click(screen.getByRole('button', { name: 'Reanudar' }));
  expect(await screen.findByRole('button', { name: 'Pausar' })).toBeInTheDocument();
});

test('[OPS-17] a person with read access only has no buttons', async () => {
  await openDesk('/operacion/trabajos', { calls: { getJobs: jobs(true) }, session: sampleSession('manager') });
  expect(await screen.findByText('connect ECONNREFUSED')).toBeInTheDocument();
  for (const name of ['Reintentar', 'Descartar', 'Pausar']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test.each([
  [1, /· 1 intento ·/],
  [25, /· 25 intentos ·/],
])('[OPS-17] a job shows the number of tries: %d', async (attempts, words) => {
  await openDesk('/operacion/trabajos', { calls: { getJobs: jobs(true, null, attempts) } });
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test('[OPS-04] Operación shows failures first, with start and next step, and the version of each process', async () => {
  await openDesk('/operacion', {
    calls: {
      getStatus: {
        status: 200,
        data: {
          lookedAt: at,
          parts: [
            { code: 'mail', about: 'Correo', state: 'sound', since: at, text: 'Responde.', next: null },
            {
              code: 'bankAway',
              about: 'Banco',
              state: 'broken',
              since: at,
              text: 'No responde.',
              next: 'Llama al banco.',
            },
          ],
          guard: { checkedAt: at, broken: [{ rule: 'orders.total', rows: 2 }] },
          lastBackupAt: '2026-11-26T09:30:00.000Z',
          lastDrillAt: '2026-11-20T10:15:00.000Z',
          queueSeconds: 7_200,
          nodes: [
            { name: 'uno:1', role: 'web', version: '1.1.0', startedAt: at, seenAt: at },
            { name: 'dos:1', role: 'worker', version: '1.0.0', startedAt: at, seenAt: at },
          ],
        },
      },
    },
  });
  await screen.findByText('2 filas');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  const fails = rows.findIndex((row) => /^BancoNo responde\.Llama al banco\.Desde .*Falla$/.test(row));
  expect(fails).toBeGreaterThanOrEqual(0);
  expect(rows[fails + 1]).toBe('CorreoResponde.Bien');
  expect(rows).toContainEqual(expect.stringMatching(/^uno:1Tienda · versión 1\.1\.0 · desde /));
  expect(rows).toContainEqual(expect.stringMatching(/^dos:1Trabajos · versión 1\.0\.0/));
  expect(screen.getByText(/Corren versiones distintas/)).toBeInTheDocument();
  const copies = screen.getByRole('heading', { name: 'Cola y copias' }).closest('section');
  expect(copies).toHaveTextContent(
    /Espera del trabajo más viejo2 hÚltima copia.+, 03:30Última prueba de una copia.+, 04:15$/,
  );
});
