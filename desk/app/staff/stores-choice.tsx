import { Button } from '../platform/button.tsx';
import { CheckField } from '../platform/field.tsx';
import { Note } from '../platform/notes.tsx';
import { useDeskQuery } from '../session/desk-client.ts';

/** Parses "MAX, ZONA10" into codes; an empty text means all stores. */
export const readStores = (text: string): string[] | null => (text === '' ? null : text.split(', '));

/** The form's text of a choice of stores: sorted codes, so that equal choices are equal texts. */
export const storesText = (stores: readonly string[] | null): string => [...(stores ?? [])].sort().join(', ');

/** The choice of the stores that a person is limited to (OFF-09), by name. The value is a form's text (`storesText`). */
export function StoresChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const read = useDeskQuery('listPlaces', {});
  const places = read.data?.data ?? [];
  const chosen = readStores(value) ?? [];
  const named = new Set(places.map(({ storeCode }) => storeCode));
  const shown = [
    ...places,
    ...chosen.filter((code) => !named.has(code)).map((code) => ({ storeCode: code, name: code })),
  ];
  const toggle = (code: string): void => {
    const next = chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code];
    onChange(storesText(next));
  };
  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1 text-dense font-semibold">Tiendas</legend>
      <p className="text-xs text-ink-muted">
        {chosen.length === 0 ? 'Todas. Marca algunas para que vea solo esas.' : 'Solo las marcadas.'}
      </p>
      {read.isError && (
        <Note kind="error" actions={<Button onClick={() => void read.refetch()}>Reintentar</Button>}>
          No pudimos leer las tiendas.
        </Note>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-x-3">
        {shown.map(({ storeCode, name }) => (
          <CheckField
            key={storeCode}
            label={name}
            checked={chosen.includes(storeCode)}
            onChange={() => toggle(storeCode)}
          />
        ))}
      </div>
    </fieldset>
  );
}
