import type { DeskAction } from '../actions/desk-action.ts';
import type { EntityDetail } from '../entity/entity-client.ts';
import type { EntityParts, EntityVerbs } from '../entity/entity-place.ts';
import { ButtonLink } from '../platform/button.tsx';
import { call } from '../session/desk-client.ts';

/** "Terminar ahora": ends the price of a running sale immediately. Removes a planned sale. */
const endOf = (row: EntityDetail, keep: (row: EntityDetail) => void): DeskAction => ({
  verb: 'end',
  label: 'Terminar ahora',
  icon: 'ban',
  isDanger: true,
  permission: 'promotions.edit',
  confirm: {
    title: `¿Terminar la oferta de ${String(row['product'])}?`,
    text: 'El producto vuelve ahora mismo a su precio de siempre, también en los carritos.',
    button: 'Terminar ahora',
  },
  run: async (options) => {
    const input = { params: { id: String(row['id']) }, body: { version: row.version } };
    const sent = await call('endFlashSale', input, options);
    if (sent.ok) keep(sent.value.data);
    return sent;
  },
  done: 'Oferta terminada',
});

export const flashSaleVerbs: EntityVerbs = (row, keep) => [endOf(row, keep)];

const ListActions = () => (
  <ButtonLink icon="file-check" to="/promociones/relampago/lista">
    Pegar una lista
  </ButtonLink>
);

export const flashSaleParts: EntityParts = { listActions: ListActions };
