import type { DeskOrder } from '@ceiba/contract/desk/orders';
import type { DeskIconName } from '@ceiba/ui/desk-icon';
import { useState } from 'react';
import { useChange } from '../actions/use-change.ts';
import { Card } from '../detail/detail-frame.tsx';
import { History, type HistoryEvent } from '../detail/history-card.tsx';
import { Button } from '../platform/button.tsx';
import { Select, SelectField, TextAreaField } from '../platform/field.tsx';
import { momentText } from '../platform/formats.ts';
import { refusalText } from '../platform/notes.tsx';
import { showFailure, showToast } from '../platform/toasts.tsx';
import { call, useDeskQuery } from '../session/desk-client.ts';

type Entry = DeskOrder['timeline'][number];

const icons: Record<Entry['kind'], DeskIconName> = {
  event: 'package',
  change: 'user-round',
  mail: 'mail',
  note: 'pencil',
  money: 'banknote',
};

const toEvent = ({ at, kind, text, by }: Entry): HistoryEvent => ({
  ...{ at, by, icon: icons[kind] },
  ...(kind === 'note' ? { text: 'Nota', note: text } : { text }),
});

/** Notes and all events, newest first (WORK-05, WORK-23). */
export function OrderTalk({
  order,
  keep,
  onTyped,
}: {
  order: DeskOrder;
  keep: (order: DeskOrder) => void;
  /** Called with whether an unsent note is typed. */
  onTyped: (isTyped: boolean) => void;
}) {
  const [kind, setKind] = useState('');
  const shown = order.timeline.filter((entry) => kind === '' || entry.kind === kind);
  return (
    <Card
      title="Notas e historial"
      isBare
      actions={
        <Select
          className="control-small"
          aria-label="Filtrar historial"
          value={kind}
          onChange={({ target }) => setKind(target.value)}
        >
          <option value="">Todo</option>
          <option value="note">Notas</option>
          <option value="change">Cambios</option>
          <option value="mail">Correos</option>
          <option value="money">Dinero</option>
        </Select>
      }
    >
      <NoteForm number={order.number} keep={keep} onTyped={onTyped} />
      <History
        entity="orders"
        entityId={order.number}
        version={order.version}
        events={shown.map(toEvent)}
        showsChanges={kind === '' || kind === 'change'}
      />
    </Card>
  );
}

function NoteForm({
  number,
  keep,
  onTyped,
}: {
  number: string;
  keep: (order: DeskOrder) => void;
  onTyped: (isTyped: boolean) => void;
}) {
  const [text, setText] = useState('');
  const write = (words: string): void => {
    setText(words);
    onTyped(words.trim() !== '');
  };
  const [mention, setMention] = useState('');
  const colleagues = useDeskQuery('listColleagues', {}).data?.data ?? [];
  const change = useChange();
  const takeBack = async (id: string): Promise<void> => {
    const removed = await call('removeOrderNote', { params: { number, id } });
    if (!removed.ok) return showFailure(`No se pudo deshacer. ${refusalText(removed.error)}`);
    keep(removed.value.data);
    showToast('Deshecho');
  };
  const send = async (): Promise<void> => {
    if (change.isSending || text.trim() === '') return;
    const added = await change.send((options) =>
      call(
        'addOrderNote',
        { params: { number }, body: { text: text.trim(), mentions: mention === '' ? [] : [mention] } },
        options,
      ),
    );
    if (!added.ok) return showFailure(`Agregar nota: ${refusalText(added.error)}`);
    write('');
    setMention('');
    keep(added.value.data);
    const id = added.value.data.notes.findLast(({ isOwn }) => isOwn)?.id;
    showToast('Nota agregada', id === undefined ? undefined : () => void takeBack(id));
  };
  return (
    <form
      className="stack gap-2 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextAreaField
        label="Nota"
        isLabelHidden
        rows={2}
        maxLength={2_000}
        placeholder="Escribe una nota para el equipo."
        value={text}
        onChange={({ target }) => write(target.value)}
      />
      <SelectField
        label="Avisar a"
        hint="Le llega un correo con el enlace."
        value={mention}
        onChange={({ target }) => setMention(target.value)}
      >
        <option value="">Nadie</option>
        {colleagues.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="flex items-center gap-2 flex-wrap justify-between">
        <span className="text-xs text-ink-muted">El cliente nunca la ve</span>
        <Button type="submit" size="small" loading={change.isSending}>
          Agregar nota
        </Button>
      </div>
    </form>
  );
}

/** Notes of colleagues, newest first. Shown at the top, because a note may change what people do with the order (WORK-23). */
export function OrderNotes({ order: { notes } }: { order: DeskOrder }) {
  if (notes.length === 0) return null;
  return (
    <Card title={notes.length === 1 ? 'Nota' : 'Notas'}>
      <ul className="stack gap-3" aria-label="Notas de la orden">
        {notes.toReversed().map(({ id, text, at, by, mentions }) => (
          <li key={id} className="stack gap-1">
            <span className="mt-1 block rounded-sm bg-maiz-50 px-2.5 py-2 wrap-anywhere text-ink">{text}</span>
            <small className="text-ink-muted">
              {[by, ...mentions.map((name) => `para ${name}`), momentText(at)]
                .filter((part) => part !== '')
                .join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  );
}
