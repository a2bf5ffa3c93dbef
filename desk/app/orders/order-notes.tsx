import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { Card } from '../detail/detail-frame.tsx';
import { momentText } from '../platform/formats.ts';

/** Notes of colleagues, the newest first, before all else: what they say decides what is done with the order (WORK-23). */
export function OrderNotes({ order: { notes } }: { order: DeskOrder }) {
  if (notes.length === 0) return null;
  return (
    <Card title={notes.length === 1 ? 'Nota' : 'Notas'}>
      <ul className="stack g12" aria-label="Notas de la orden">
        {notes.toReversed().map(({ id, text, at, by, mentions }) => (
          <li key={id} className="stack g4">
            <span className="note wrap-any">{text}</span>
            <small className="muted">
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
