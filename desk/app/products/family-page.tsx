import type { Family } from '@ceiba/contract/desk/families';
import { maxVariants } from '@ceiba/contract/desk/family-fields';
import { ok } from '@ceiba/domain/result';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { type DeskAction, onceOptions } from '../actions/desk-action.ts';
import { Loaded } from '../detail/detail-frame.tsx';
import { countedText, countText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { listKey } from '../session/cache-keys.ts';
import { call, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { draftKeyOf } from '../session/draft-keys.ts';
import { useSession } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { AddVariants } from './add-variants.tsx';
import { CopyToFamily } from './copy-to-family.tsx';
import { askedOf, familyCells, familyTitle } from './family-cells.ts';
import { productsPath, runHref } from './product-looks.ts';
import { SkuGrid, skuGridRow } from './sku-grid.tsx';
import { useSkuChanges } from './use-sku-changes.ts';

const FamilyRow = skuGridRow(familyCells);

/** The page of a family: all variants of one model in a grid (PROD-25). */
export function Component() {
  const { parentSku = '' } = useParams();
  const family = useDeskQuery('getProductFamily', { params: { parentSku } }, { staleTime: 0 });
  return <Loaded query={family}>{({ data }) => <FamilyPage key={data.parentSku} family={data} />}</Loaded>;
}

function FamilyPage({ family }: { family: Family }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { parentSku, variants, total } = family;
  const params = { parentSku };
  const key = queryKeyOf('getProductFamily', { params });
  const keep = (now: Family): void => {
    queries.setQueryData(key, { status: 200, data: now });
    void queries.invalidateQueries({ queryKey: listKey('products') });
  };
  const state = useSkuChanges(familyCells, {
    rows: variants,
    draftKey: draftKeyOf(user.id, `families.${parentSku}`),
    send: async (changes, reason) => {
      const body = { variants: changes.map(askedOf), ...(reason !== undefined && { reason }) };
      const answer = await call('changeProductFamily', { params, body }, onceOptions());
      if (!answer.ok) return answer;
      const { family: now, results } = answer.value.data;
      keep(now);
      return ok({ rows: now.variants, results });
    },
    onUnknown: () => void queries.invalidateQueries({ queryKey: key }),
  });
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
      ...(state.count > 0 && { blocked: 'Guarda los cambios primero.' }),
      ...(variants.length < 2 && { blocked: 'No hay otras variantes.' }),
      dialog: (close) => (
        <CopyToFamily family={family} onStarted={({ id }) => void navigate(runHref(id))} onClose={close} />
      ),
    },
  ];
  return (
    <>
      <PageHead
        title={familyTitle(variants.map(({ title }) => title)) || parentSku}
        path={productsPath}
        caption={`Familia ${parentSku} · ${countedText(total, 'variante', 'variantes')}`}
        actions={<ActionButtons actions={actions} next="add" />}
      />
      <SkuGrid cells={familyCells} Row={FamilyRow} rows={variants} state={state}>
        {total > maxVariants && (
          <Note kind="warning">{`Se muestran las primeras ${maxVariants} de ${countText(total)} variantes. Las demás se cambian en su página.`}</Note>
        )}
        {state.said !== undefined && <Note kind="error">{state.said}</Note>}
      </SkuGrid>
    </>
  );
}
