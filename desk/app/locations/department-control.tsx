import { useQueryClient } from '@tanstack/react-query';
import { FieldControl } from '../actions/field-control.tsx';
import { useChange } from '../actions/use-change.ts';
import type { EntityControl } from '../entity/entity-place.ts';
import { Button } from '../platform/button.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, useDeskQuery } from '../session/desk-client.ts';

/** The department of a store. A new shop has no departments. One press loads the departments and municipalities of Guatemala (OFF-29). */
export function DepartmentControl({ form, name, field }: EntityControl) {
  const names = useDeskQuery('listNames', { query: { kind: 'department' } }, { staleTime: 300_000 });
  const queries = useQueryClient();
  const { send, isSending, error } = useChange();
  const load = async (): Promise<void> => {
    const sent = await send((options) => call('createStandardPlaces', { body: {} }, options));
    if (!sent.ok) return;
    const { departments, municipalities } = sent.value.data;
    showToast(`${departments} departamentos y ${municipalities} municipios cargados`);
    await queries.invalidateQueries({ queryKey: callKey('listNames') });
  };
  return (
    <div className="stack gap-2">
      <FieldControl form={form} name={name} field={field} />
      {names.data?.data.length === 0 && (
        <Note kind="info">
          La tienda todavía no tiene departamentos ni municipios.{' '}
          <Button size="small" loading={isSending} onClick={() => void load()}>
            Cargar los de Guatemala
          </Button>
        </Note>
      )}
      {error && <Note kind="error">{refusalText(error)}</Note>}
    </div>
  );
}
