import type { ApiError } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Dialog } from '../platform/dialog.tsx';
import { useShortcuts } from '../platform/shortcuts.ts';
import { showFailure, Toasts } from '../platform/toasts.tsx';
import { beginSession, leaveSession } from '../session/session.ts';
import { sampleSession } from '../testing/open-desk.tsx';
import { pressAfterPause, typeAsScanner } from '../testing/type-as-scanner.ts';
import { ScanField, type ScanVerdict } from './scan-field.tsx';
import { type Scan, useScanQueue, waitingScans } from './scan-queue.ts';

const expected = '7502241190419';

/** A server that counts each scan's ID once. */
class Counter {
  readonly counted = new Map<string, string>();
  readonly moments: (string | undefined)[] = [];
  sent = 0;
  isAway = false;
  /** True: the connection breaks after counting, so no answer arrives. */
  isDeaf = false;

  send = async ({ scanId, code, scannedAt }: Scan): Promise<Result<number, ApiError>> => {
    this.sent += 1;
    const noAnswer = {
      ok: false,
      error: { code: 'NETWORK', status: 0, message: '', metadata: { mgtoCode: 'NETWORK' } },
    } as const;
    if (this.isAway) return noAnswer;
    const refusal = { refused: ['SCAN_WRONG', 400], defect: ['INTERNAL_ERROR', 500] }[code];
    if (refusal !== undefined) {
      const [name, status] = refusal as ['SCAN_WRONG' | 'INTERNAL_ERROR', number];
      return { ok: false, error: { code: name, status, message: '', metadata: { mgtoCode: name } } };
    }
    this.counted.set(scanId, code);
    this.moments.push(scannedAt);
    return this.isDeaf ? noAnswer : { ok: true, value: this.counted.size };
  };
}

function Picking({
  counter,
  onRefusal = () => {},
}: {
  counter: Counter;
  onRefusal?: (error: ApiError, scan: Scan) => void;
}) {
  const queue = useScanQueue({ work: 'pick-1', send: counter.send, onAnswer: () => {}, onRefusal });
  const judge = (code: string): ScanVerdict => {
    if (![expected, 'refused', 'defect'].includes(code))
      return { isRight: false, title: 'Producto equivocado', text: `Leíste ${code}` };
    queue.add(code);
    return { isRight: true, title: 'Correcto: Reloj Kairo Redondo' };
  };
  return <ScanField onCode={judge} waiting={queue.waiting} isOffline={queue.isOffline} />;
}

beforeEach(() => beginSession(sampleSession('warehouse')));
afterEach(() => {
  cleanup();
  leaveSession();
  localStorage.clear();
});

const own = `pick-1.${sampleSession().user.id}`;

const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Escanea o escribe el código' });

test('a right code is confirmed and clears the field, and a wrong code stays selected', async () => {
  const user = userEvent.setup();
  const counter = new Counter();
  render(<Picking counter={counter} />);
  expect(field()).toHaveFocus();
  await user.keyboard(`${expected}{Enter}`);
  expect(screen.getByRole('status')).toHaveTextContent('Correcto: Reloj Kairo Redondo');
  expect(field()).toHaveValue('');
  await user.keyboard('123{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('Producto equivocadoLeíste 123');
  expect(field()).toHaveValue('123');
  // A scanner types over the selection.
  await user.keyboard(`${expected}{Enter}`);
  expect(screen.getByRole('status')).toHaveTextContent('Correcto');
  await waitFor(() => expect([...counter.counted.values()]).toEqual([expected, expected]));
});

test('ten scans that come faster than any answer count as ten', async () => {
  const counter = new Counter();
  render(<Picking counter={counter} />);
  act(() => {
    for (let scan = 0; scan < 10; scan += 1) {
      fireEvent.change(field(), { target: { value: expected } });
      fireEvent.submit(field());
    }
  });
  await waitFor(() => expect(counter.counted.size).toBe(10));
  expect(counter.sent).toBe(10);
  expect(waitingScans(own)).toEqual([]);
});

test('offline scans are stored with their times, and sent once each when online', async () => {
  const user = userEvent.setup();
  const counter = new Counter();
  counter.isAway = true;
  const page = render(<Picking counter={counter} />);
  await user.keyboard(`${expected}{Enter}${expected}{Enter}${expected}{Enter}`);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Sin conexión: 3 lecturas guardadas'));
  page.unmount();
  const moments = waitingScans(own).map(({ scannedAt }) => scannedAt);
  expect(moments).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
  counter.isAway = false;
  render(<Picking counter={counter} />);
  await waitFor(() => expect(waitingScans(own)).toEqual([]));
  expect(counter.counted.size).toBe(3);
  expect(counter.moments).toEqual(moments);
});

test('a scan with a lost answer is sent again under the same ID, and counted once', async () => {
  const user = userEvent.setup();
  const counter = new Counter();
  counter.isDeaf = true;
  render(<Picking counter={counter} />);
  await user.keyboard(`${expected}{Enter}`);
  await waitFor(() => expect(counter.sent).toBe(1));
  counter.isDeaf = false;
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Sin conexión'));
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(waitingScans(own)).toEqual([]));
  expect(counter.sent).toBe(2);
  expect(counter.counted.size).toBe(1);
});

test('a scan that the server refuses, or fails at, is shown, and does not block the next', async () => {
  const user = userEvent.setup();
  const counter = new Counter();
  const refused: string[] = [];
  render(<Picking counter={counter} onRefusal={({ code }) => refused.push(code)} />);
  await user.keyboard(`refused{Enter}defect{Enter}${expected}{Enter}`);
  await waitFor(() => expect(counter.counted.size).toBe(1));
  expect(refused).toEqual(['SCAN_WRONG', 'INTERNAL_ERROR']);
  expect(waitingScans(own)).toEqual([]);
});

test('on a shared device each person sends only their scans', async () => {
  const user = userEvent.setup();
  const counter = new Counter();
  counter.isAway = true;
  const page = render(<Picking counter={counter} />);
  await user.keyboard(`${expected}{Enter}`);
  await waitFor(() => expect(counter.sent).toBe(1));
  page.unmount();
  leaveSession();
  counter.isAway = false;
  beginSession(sampleSession('warehouse', '01a21b45-9d58-7b10-8d76-792b15967a7e'));
  const other = render(<Picking counter={counter} />);
  await user.keyboard(`${expected}{Enter}`);
  await waitFor(() => expect(counter.counted.size).toBe(1));
  expect(waitingScans(own)).toHaveLength(1);
  other.unmount();
  leaveSession();
  beginSession(sampleSession('warehouse'));
  render(<Picking counter={counter} />);
  await waitFor(() => expect(waitingScans(own)).toEqual([]));
  expect(counter.counted.size).toBe(2);
});

function WithDialog({ counter }: { counter: Counter }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Picking counter={counter} />
      <button type="button" onClick={() => setIsOpen(true)}>
        No encontrado
      </button>
      {isOpen && (
        <Dialog title="No encontrado" onClose={() => setIsOpen(false)}>
          <p>¿Cuántas?</p>
        </Dialog>
      )}
    </>
  );
}

test('when a dialog closes, the field has the focus: the next scan presses no button', async () => {
  const user = userEvent.setup();
  const counter = new Counter();
  render(<WithDialog counter={counter} />);
  await user.click(screen.getByRole('button', { name: 'No encontrado' }));
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(field()).toHaveFocus());
  await user.keyboard(`${expected}{Enter}`);
  await waitFor(() => expect(counter.counted.size).toBe(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

function WithNotices({ counter, onPress }: { counter: Counter; onPress: () => void }) {
  const press = (): void => {
    onPress();
    showFailure('No se pudo empacar');
  };
  return (
    <>
      <Picking counter={counter} />
      <button type="button" onClick={press}>
        Empacado
      </button>
      <button type="button" onClick={onPress} aria-busy="false">
        Q500
      </button>
      <Toasts />
    </>
  );
}

test('while a notice is shown, the next scan goes into the field and presses no button', async () => {
  const user = userEvent.setup();
  const counter = new Counter();
  let presses = 0;
  render(<WithNotices counter={counter} onPress={() => (presses += 1)} />);
  await user.click(screen.getByRole('button', { name: 'Empacado' }));
  expect(await screen.findByText('No se pudo empacar')).toBeInTheDocument();
  await user.keyboard(`${expected}{Enter}`);
  await waitFor(() => expect([...counter.counted.values()]).toEqual([expected]));
  expect(presses).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Q500' }));
  // The Enter of a scanner after an unreadable code.
  await user.keyboard('{Enter}');
  expect(presses).toBe(2);
  await user.click(screen.getByRole('button', { name: 'Cerrar aviso' }));
});

function DialogAlone({ onPress }: { onPress: () => void }) {
  useShortcuts({ j: () => {} });
  return (
    <Dialog title="Empacar" onClose={() => {}}>
      <button type="button" onClick={onPress}>
        Anotar 3 unidades
      </button>
    </Dialog>
  );
}

test('the Enter or space of a scanner presses no focused button', async () => {
  const user = userEvent.setup();
  let presses = 0;
  render(<DialogAlone onPress={() => (presses += 1)} />);
  const button = await screen.findByRole('button', { name: 'Anotar 3 unidades' });
  act(() => button.focus());
  await typeAsScanner(user, '100000042-1 204815{Enter}');
  expect(presses).toBe(0);
  await pressAfterPause(user, '{Enter}');
  expect(presses).toBe(1);
});
