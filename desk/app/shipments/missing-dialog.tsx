import { typedField } from '@ceiba/ui/typed-field';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { TextField } from '../platform/field.tsx';
import { countedText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { leftOf, linesToMiss, maxToMiss, type PickRow, withArrived } from './pick-units.ts';

type Line = DeskAnswer<'missUnits'>['data']['lines'][number];

/** The result for missing units: the stores that send them now, and how many no store has. */
interface Missed {
  from: Map<string, number>;
  nowhere: number;
}

/** For example "1 viene ahora de Ceiba Xela. 1 no está en ninguna tienda: …". */
function missedText({ from, nowhere }: Missed): string {
  const parts = [...from].map(([name, units]) => `${units === 1 ? '1 viene' : `${units} vienen`} ahora de ${name}.`);
  if (nowhere > 0)
    parts.push(
      `${countedText(nowhere, 'unidad no está', 'unidades no están')} en ninguna tienda: soporte lo resuelve en Renglones sin existencias.`,
    );
  return parts.join(' ');
}

/** Adds the changes of a line. `row`: the wave before. */
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
 * "No encontrado" (WORK-08): this many units of a product are missing at a place, so the shop searches them elsewhere.
 * `place`: the store that should send the units. By default the place of the wave.
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
  /** Called after units were recorded, with the result. */
  onDone: (missed: string) => void;
}) {
  const claimed = maxToMiss(row, place?.storeCode);
  const most = place === undefined ? Math.min(leftOf(withArrived(row, arrived)), claimed) : claimed;
  const { form, said, isSending, send } = useLandingForm<{ units: string }>({
    defaultValues: { units: String(most) },
  });
  const units = Number(form.watch('units'));
  const isRight = Number.isInteger(units) && units >= 1 && units <= most;
  const field = typedField(form, 'units', { label: 'Unidades que faltan', inputMode: 'numeric' });
  const miss = form.handleSubmit(async () => {
    let remaining = units;
    const missed: Missed = { from: new Map(), nowhere: 0 };
    // One shipment after the other, because each answer contains the next version.
    const versions = new Map(row.shipments.map(({ id, version }) => [id, version]));
    for (const { id, line, quantity } of linesToMiss(row, units, place?.storeCode)) {
      const body = {
        version: versions.get(id) ?? 1,
        line,
        quantity,
        ...(place !== undefined && { storeCode: place.storeCode }),
      };
      const reported = await send((options) => call('missUnits', { params: { id }, body }, options), {
        quantity: 'units',
      });
      if (!reported.ok) {
        form.setValue('units', String(remaining));
        onDone(missedText(missed));
        return;
      }
      versions.set(id, reported.value.data.version);
      addMissed(
        missed,
        row,
        { id, line },
        reported.value.data.lines.find((each) => each.line === line),
      );
      remaining -= quantity;
    }
    onDone(missedText(missed));
    onClose();
  });
  return (
    <FormDialog
      role="alertdialog"
      title={place === undefined ? `¿No encontraste ${row.title}?` : `¿Tampoco está en ${place.name}?`}
      text={
        place === undefined
          ? 'Se cuentan como perdidas en este lugar y se buscan en otro. Una tienda deja de ofrecer también las libres. Si no hay en ninguno, soporte lo resuelve y le avisamos a quien compró.'
          : `Anótalo solo si alguien buscó ${row.title} ahí: se cuentan como perdidas en ${place.name}, que deja de ofrecer también las libres, y se buscan en otro lugar.`
      }
      isDanger
      isSending={isSending}
      disabled={!isRight}
      button={isRight ? `Anotar ${countedText(units, 'unidad', 'unidades')}` : 'Anotar'}
      onSubmit={() => void miss()}
      onClose={onClose}
    >
      {/* A wrong number is reported during typing, because the button is then disabled. */}
      <TextField {...field} error={isRight ? field.error : `Escribe de 1 a ${most}.`} />
      {said !== undefined && <Note kind="error">{said}</Note>}
    </FormDialog>
  );
}
