import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../platform/button.tsx';
import { Dialog, DialogEnd } from '../platform/dialog.tsx';
import { momentText, nothing, timeText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { Table } from '../platform/table.tsx';
import type { Conflict, DetailField, DetailForm, Versioned } from './use-detail-form.ts';

/** Shows both versions if two people changed an entity at the same time. Offers "Combinar" only if they changed different fields (OFF-21). */
export function ConflictDialog<V extends FieldValues, E extends Versioned>({ detail }: { detail: DetailForm<V, E> }) {
  const [isShown, setIsShown] = useState(true);
  const { conflict } = detail;
  if (conflict === undefined) return null;
  const { changedBy, changedAt, bothFields } = conflict;
  const canMerge = bothFields.length === 0;
  const when = changedAt === '' ? '' : ` (${momentText(changedAt)})`;
  return (
    <Dialog
      role="alertdialog"
      isWide
      title="Alguien más cambió este registro"
      text={`${changedBy || 'Otra persona'} lo guardó mientras lo editabas${when}. Nada de lo que escribiste se perdió.`}
      onClose={detail.closeConflict}
      footer={
        <>
          <Button
            icon={isShown ? 'chevron-up' : 'chevron-down'}
            aria-expanded={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Ocultar diferencias' : 'Ver diferencias'}
          </Button>
          <DialogEnd>
            <Button onClick={detail.takeSaved}>Usar la versión guardada</Button>
            <Button onClick={detail.saveOver}>Conservar mis cambios</Button>
            {canMerge && (
              <Button look="primary" onClick={detail.saveOver}>
                Combinar
              </Button>
            )}
          </DialogEnd>
        </>
      }
    >
      {isShown && <Differences fields={detail.fields} conflict={conflict} />}
      {canMerge ? (
        <Note kind="good">Los cambios están en campos distintos: se pueden combinar sin perder ninguno.</Note>
      ) : (
        <Note kind="warning" isNews={false}>
          Los dos cambiaron lo mismo. Elige cuál versión queda.
        </Note>
      )}
    </Dialog>
  );
}

function Differences<V extends FieldValues, E>({
  fields,
  conflict,
}: {
  fields: readonly DetailField<V>[];
  conflict: Conflict<V, E>;
}) {
  const { theirFields, myFields, bothFields, before, saved, mine, changedAt } = conflict;
  const shown = fields.filter(({ name }) => theirFields.includes(name) || myFields.includes(name));
  return (
    <Table
      label="Diferencias"
      frame="overflow-hidden rounded-sm border border-border max-lg:overflow-x-auto"
      look="changes-table"
      texts={[
        'Campo',
        changedAt === '' ? 'Versión guardada' : `Versión guardada (${timeText(changedAt)})`,
        'Tus cambios',
        'Al combinar',
      ]}
    >
      {shown.map((field) => {
        const { name, label } = field;
        const [isTheirs, isMine] = [theirFields.includes(name), myFields.includes(name)];
        return (
          <tr key={name}>
            <th scope="row" className="font-semibold">
              {label}
            </th>
            <Difference isChanged={isTheirs} from={textOf(field, before)} to={textOf(field, saved)} />
            <Difference isChanged={isMine} from={textOf(field, before)} to={textOf(field, mine)} />
            <td>{bothFields.includes(name) ? 'Elige una' : isMine ? 'Queda el tuyo' : 'Queda el guardado'}</td>
          </tr>
        );
      })}
    </Table>
  );
}

const textOf = <V extends FieldValues>({ name, show }: DetailField<V>, values: V): string => {
  if (show) return show(values);
  const value: unknown = values[name];
  if (value === null || value === undefined || value === '') return nothing;
  return Array.isArray(value) ? value.join(', ') : String(value);
};

function Difference({ isChanged, from, to }: { isChanged: boolean; from: string; to: string }) {
  if (!isChanged) return <td className="text-ink-muted">Sin cambio</td>;
  return (
    <td>
      <del>{from}</del> <ins>{to}</ins>
    </td>
  );
}
