import { useState } from 'react';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { TextField } from '../platform/field.tsx';
import { countedText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { leftOf, linesToMiss, mostToMiss, type PickRow, withArrived } from './pick-units.ts';

type Line = DeskAnswer<'missUnits'>['data']['lines'][number];

/** What became of units that were not found: the stores that send them now, and how many are nowhere. */
interface Missed {
  from: Map<string, number>;
  nowhere: number;
}

/** "1 viene ahora de Ceiba Xela. 1 no está en ninguna tienda: …" */
function missedText({ from, nowhere }: Missed): string {
  const parts = [...from].map(([name, units]) => `${units === 1 ? '1 viene' : `${units} vienen`} ahora de ${name}.`);
  if (nowhere > 0)
    parts.push(
      `${countedText(nowhere, 'unidad no está', 'unidades no están')} en ninguna tienda: soporte lo resuelve en Renglones sin existencias.`,
    );
  return parts.join(' ');
}

/** What a line says now that it did not say before: `row` is the wave as it was. */
function addMissed(
  missed: Missed,
  row: PickRow,
  { id, line }: { id: string; line: number },
  now: Line | undefined,
): void {
  const before = row.shipments.find((each) => each.id === id && each.line === line);
  if (before === undefined || now === undefined) return;
  missed.nowhere += now.missing - before.missing;
  for (const { storeCode, name, quantity } of now.comesFrom) {
    const more = quantity - (before.comesFrom.find((each) => each.storeCode === storeCode)?.quantity ?? 0);
    if (more > 0) missed.from.set(name, (missed.from.get(name) ?? 0) + more);
  }
}

/**
 * "No encontrado" (WORK-08): so many units of a product are not at a place where somebody searched, and the shop looks for them elsewhere.
 * `place`: another store that was to send them; without it the wave's own place.
 */
export function MissingDialog({
  row,
  arrived,
  place,
  onClose,
  onDone,
}: {
  row: PickRow;
  /** Units that have arrived from other stores, by `arrivalKey`. */
  arrived: ReadonlySet<string>;
  place: { storeCode: string; name: string } | undefined;
  onClose: () => void;
  /** Some units were written down; what became of them. */
  onDone: (missed: string) => void;
}) {
  const claimed = mostToMiss(row, place?.storeCode);
  const most = place === undefined ? Math.min(leftOf(withArrived(row, arrived)), claimed) : claimed;
  const [text, setText] = useState(String(most));
  const { error, isSending, send } = useChange();
  const units = Number(text);
  const isRight = Number.isInteger(units) && units >= 1 && units <= most;
  const miss = async (): Promise<void> => {
    let left = units;
    const missed: Missed = { from: new Map(), nowhere: 0 };
    // One shipment after the other; each change of a shipment tells its next version.
    const versions = new Map(row.shipments.map(({ id, version }) => [id, version]));
    for (const { id, line, quantity } of linesToMiss(row, units, place?.storeCode)) {
      const body = {
        version: versions.get(id) ?? 1,
        line,
        quantity,
        ...(place !== undefined && { storeCode: place.storeCode }),
      };
      const told = await send((options) => call('missUnits', { params: { id }, body }, options));
      if (!told.ok) {
        setText(String(left));
        onDone(missedText(missed));
        return;
      }
      versions.set(id, told.value.data.version);
      addMissed(
        missed,
        row,
        { id, line },
        told.value.data.lines.find((each) => each.line === line),
      );
      left -= quantity;
    }
    onDone(missedText(missed));
    onClose();
  };
  return (
    <FormDialog
      role="alertdialog"
      title={place === undefined ? `¿No encontraste ${row.title}?` : `¿Tampoco está en ${place.name}?`}
      text={
        place === undefined
          ? 'Se cuentan como perdidas en este lugar y se buscan en otro. Si no hay en ninguno, soporte lo resuelve y le avisamos a quien compró.'
          : `Anótalo solo si alguien buscó ${row.title} ahí: se cuentan como perdidas en ${place.name} y se buscan en otro lugar.`
      }
      isDanger
      isSending={isSending}
      disabled={!isRight}
      button={isRight ? `Anotar ${countedText(units, 'unidad', 'unidades')}` : 'Anotar'}
      onSubmit={() => void miss()}
      onClose={onClose}
    >
      <TextField
        label="Unidades que faltan"
        inputMode="numeric"
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={isRight ? undefined : `Escribe de 1 a ${most}.`}
      />
      {error && <Note kind="error">{refusalText(error)}</Note>}
    </FormDialog>
  );
}
