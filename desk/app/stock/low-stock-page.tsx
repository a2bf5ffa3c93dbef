import { lowStockList } from '@ceiba/contract/desk/lists/low-stock';
import { thresholdField } from '@ceiba/contract/desk/stock-fields';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { ListPage } from '../list/list-page.tsx';
import { useNamesQuery } from '../list/names.ts';
import { Button } from '../platform/button.tsx';
import { countedText } from '../platform/formats.ts';
import { listKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { ExportMovementsDialog } from './export-movements.tsx';

type Row = DeskAnswer<'listLowStock'>['data'][number];

/** "Por agotarse": products whose units to sell have reached their threshold (PROD-19), and a field to find any other product. */
export function Component() {
  return (
    <ListPage
      list={lowStockList}
      read={(query, options) => call('listLowStock', { query }, options)}
      hrefOf={({ sku }: Row) => `/inventario/${encodeURIComponent(sku)}`}
      pills={{ supply: { out: { look: 'red', icon: 'circle-x' }, low: { look: 'corn', icon: 'triangle-alert' } } }}
      actions={<Actions />}
    />
  );
}

function Actions() {
  const may = useMay();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'find' | 'threshold' | 'export'>();
  return (
    <>
      {may('catalog.read') && (may('catalog.edit') || may('stock.move')) && (
        <Button look="ghost" aria-haspopup="dialog" onClick={() => setOpen('threshold')}>
          Avisos por categoría
        </Button>
      )}
      <Button look="ghost" icon="download" aria-haspopup="dialog" onClick={() => setOpen('export')}>
        Exportar movimientos
      </Button>
      <Button icon="search" aria-haspopup="dialog" onClick={() => setOpen('find')}>
        Ver un producto
      </Button>
      {open === 'find' && (
        <FieldDialog
          title="Ver existencias de un producto"
          button="Ver existencias"
          fields={{ code: { kind: 'text', label: 'SKU o código', max: 64, hint: 'Escríbelo o escanéalo.' } }}
          send={({ code }) => call('getProductStock', { params: { sku: code } })}
          lands={{ NOT_FOUND: 'code' }}
          refusedText={({ code }) => (code === 'NOT_FOUND' ? 'Ningún producto tiene ese código.' : undefined)}
          done="Producto encontrado"
          onDone={({ data }) => void navigate(`/inventario/${encodeURIComponent(data.sku)}`)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'export' && <ExportMovementsDialog onClose={() => setOpen(undefined)} />}
      {open === 'threshold' && <CategoryThreshold onClose={() => setOpen(undefined)} />}
    </>
  );
}

/**
 * Sets the threshold of a category. The threshold also applies to the categories below. The threshold of a product has
 * priority.
 */
function CategoryThreshold({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const categories = useNamesQuery('category');
  const known = useDeskQuery('listCategoryThresholds', {}, { staleTime: 0 });
  const set = known.data?.data ?? [];
  return (
    <FieldDialog
      title="Avisos por categoría"
      text={
        set.length === 0
          ? 'Ninguna categoría tiene aviso.'
          : `${countedText(set.length, 'categoría tiene', 'categorías tienen')} aviso: ${set.map(({ title, units }) => `${title} (${units})`).join(', ')}.`
      }
      button="Guardar aviso"
      fields={{
        categoryId: {
          kind: 'option',
          label: 'Categoría',
          options: (categories.data?.data ?? []).map(({ code, name }) => [code, name] as const),
        },
        units: thresholdField,
      }}
      isOff={categories.data === undefined}
      send={({ categoryId, units }, options) =>
        call('setCategoryThreshold', { body: { categoryId: Number(categoryId), units } }, options)
      }
      done="Aviso guardado"
      onDone={() => void queries.invalidateQueries({ queryKey: listKey('low-stock') })}
      onClose={onClose}
    />
  );
}
