import type { Family } from '@ceiba/contract/desk/families';
import { maxVariants } from '@ceiba/contract/desk/family-fields';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { Loaded, SaveStrip, unsavedText } from '../detail/detail-frame.tsx';
import { LeaveGuard } from '../detail/leave-guard.tsx';
import { countText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { useShortcuts } from '../platform/shortcuts.ts';
import { listKey } from '../session/cache-keys.ts';
import { queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { AddVariants } from './add-variants.tsx';
import { CopyToFamily } from './copy-to-family.tsx';
import { type Cell, cellRights, cells, familyTitle } from './family-cells.ts';
import { FamilyGrid } from './family-grid.tsx';
import { usePriceReason } from './price-reason.tsx';
import { productsPath, runHref } from './product-looks.ts';
import { useFamilyChanges } from './use-family-changes.ts';

/** The page of a family: all variants of one model in a grid (PROD-25). */
export function Component() {
  const { parentSku = '' } = useParams();
  const family = useDeskQuery('getProductFamily', { params: { parentSku } }, { staleTime: 0 });
  return <Loaded query={family}>{({ data }) => <FamilyPage key={data.parentSku} family={data} />}</Loaded>;
}

function FamilyPage({ family }: { family: Family }) {
  const may = useMay();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { parentSku, variants, total } = family;
  const key = queryKeyOf('getProductFamily', { params: { parentSku } });
  const [presses, setPresses] = useState(0);
  const [target, setTarget] = useState<{ sku: string; cell: Cell }>();
  const [rights] = useState(
    () => Object.fromEntries(cells.map((cell) => [cell, cellRights[cell].every(may)])) as Record<Cell, boolean>,
  );
  const { askReason, dialog } = usePriceReason();
  const keep = (now: Family): void => {
    queries.setQueryData(key, { status: 200, data: now });
    void queries.invalidateQueries({ queryKey: listKey('products') });
  };
  const { changes, refusals, isSending, said, dispatch, save, discardAll } = useFamilyChanges({
    ...{ family, askReason, onFamily: keep },
    onFault: (fault) => setTarget({ ...fault }),
    onUnknown: () => void queries.invalidateQueries({ queryKey: key }),
  });
  const count = [...changes.values()].reduce((sum, { texts }) => sum + Object.keys(texts).length, 0);
  useShortcuts({
    '$mod+s': (event) => {
      event.preventDefault();
      setPresses((count) => count + 1);
    },
  });
  // The grid has saved the text of an open cell by the next render.
  const saveTyped = useEffectEvent(() => void save());
  useEffect(() => {
    if (presses > 0) saveTyped();
  }, [presses]);
  const isDirty = count > 0;
  const actions: DeskAction[] = [
    {
      verb: 'add',
      label: 'Agregar variantes',
      icon: 'plus',
      permission: 'catalog.edit',
      dialog: (close) => (
        <AddVariants
          sources={variants.map(({ sku, label }) => ({ sku, label: `${label} (${sku})` }))}
          onAdded={keep}
          onClose={close}
        />
      ),
    },
    {
      verb: 'copy',
      label: 'Copiar a la familia',
      icon: 'copy',
      permission: 'catalog.edit',
      // The page of the run opens, which would lose unsaved cells.
      ...(isDirty && { blocked: 'Guarda los cambios primero.' }),
      ...(variants.length < 2 && { blocked: 'No hay otras variantes.' }),
      dialog: (close) => (
        <CopyToFamily family={family} onStarted={({ id }) => void navigate(runHref(id))} onClose={close} />
      ),
    },
  ];
  const mayChange = cells.some((cell) => rights[cell]);
  return (
    <>
      <PageHead
        title={familyTitle(variants.map(({ title }) => title)) || parentSku}
        path={productsPath}
        caption={`Familia ${parentSku} · ${total === 1 ? '1 variante' : `${countText(total)} variantes`}`}
        actions={<ActionButtons actions={actions} next="add" />}
      />
      <div className="stack">
        {total > maxVariants && (
          <Note kind="warning">{`Se muestran las primeras ${maxVariants} de ${countText(total)} variantes. Las demás se cambian en su página.`}</Note>
        )}
        {said !== undefined && <Note kind="error">{said}</Note>}
        <section className="card overflow-hidden">
          <FamilyGrid
            variants={variants}
            changes={changes}
            refusals={refusals}
            rights={rights}
            target={target}
            dispatch={dispatch}
          />
        </section>
        {mayChange && (
          <p className="text-xs text-ink-muted max-lg:hidden">
            Flechas: moverse. Enter o una letra: escribir. Tab: siguiente. Esc: dejar como estaba. Ctrl V: pegar una
            columna. Ctrl D: repetir hacia abajo. Ctrl Z: deshacer.
          </p>
        )}
      </div>
      <SaveStrip
        text={unsavedText(count)}
        isShown={isDirty || isSending}
        isSending={isSending}
        onDiscard={discardAll}
        onSave={() => void save()}
      />
      <LeaveGuard isDirty={isDirty} />
      {dialog}
    </>
  );
}
