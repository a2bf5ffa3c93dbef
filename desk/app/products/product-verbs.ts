import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import type { Result } from '@ceiba/domain/result';
import type { DeskAction } from '../actions/desk-action.ts';
import { call } from '../session/desk-client.ts';

interface Page {
  product: DeskProduct;
  /** True if the form has unsaved changes, which an action would lose. */
  isDirty: boolean;
  keep: (product: DeskProduct) => void;
  /** Opens the page of a new product. */
  open: (product: DeskProduct) => void;
}

/** The actions of a product other than editing it (PROD-01, PROD-27). */
export const productActions = ({ product, isDirty, keep, open }: Page): DeskAction[] => {
  const { sku, version } = product;
  const params = { sku };
  const sendAndTake = async (
    sent: Promise<Result<{ data: DeskProduct }, ApiError>>,
    take: (product: DeskProduct) => void,
  ): Promise<Result<{ data: DeskProduct }, ApiError>> => {
    const answer = await sent;
    if (answer.ok) take(answer.value.data);
    return answer;
  };
  const state = (name: 'publishProduct' | 'unpublishProduct' | 'archiveProduct', at: number, options: CallOptions) =>
    sendAndTake(call(name, { params, body: { version: at } }, options), keep);
  // "Deshacer" sends the version that the action made. The server refuses if another person has changed the product
  // since (OFF-22).
  const next = version + 1;
  const blocked = isDirty ? { blocked: 'Guarda los cambios primero.' } : {};
  return [
    {
      ...blocked,
      verb: 'publish',
      label: 'Publicar',
      icon: 'circle-check',
      permission: 'catalog.publish',
      run: (options) => state('publishProduct', version, options),
      done: 'Producto publicado',
      undo: (options) => state(product.state === 'archived' ? 'archiveProduct' : 'unpublishProduct', next, options),
    },
    {
      ...blocked,
      verb: 'unpublish',
      label: product.state === 'archived' ? 'Sacar del archivo' : 'Quitar de la venta',
      icon: 'eye-off',
      permission: 'catalog.publish',
      run: (options) => state('unpublishProduct', version, options),
      done: 'El producto es un borrador',
      undo: (options) => state(product.state === 'archived' ? 'archiveProduct' : 'publishProduct', next, options),
    },
    {
      ...blocked,
      verb: 'duplicate',
      label: 'Duplicar',
      icon: 'copy',
      permission: 'catalog.edit',
      run: (options) => sendAndTake(call('duplicateProduct', { params, body: {} }, options), open),
      done: 'Copia creada como borrador',
    },
    {
      ...blocked,
      verb: 'archive',
      label: 'Archivar',
      icon: 'package-x',
      isDanger: true,
      permission: 'catalog.publish',
      confirm: {
        title: '¿Archivar este producto?',
        text: 'Deja de venderse. Las órdenes y los reportes lo conservan, y puedes sacarlo del archivo.',
        button: 'Archivar producto',
      },
      run: (options) => state('archiveProduct', version, options),
      done: 'Producto archivado',
    },
  ];
};
