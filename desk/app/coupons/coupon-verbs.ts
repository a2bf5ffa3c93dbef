import type { DeskAction } from '../actions/desk-action.ts';
import type { EntityDetail } from '../entity/entity-client.ts';
import type { EntityVerbs } from '../entity/entity-place.ts';
import { call } from '../session/desk-client.ts';

/** "Terminar cupón" (DEC-78): the coupon gives no discount from now on. */
const endOf = (row: EntityDetail, keep: (row: EntityDetail) => void): DeskAction => {
  const code = String(row.code);
  return {
    verb: 'end',
    label: 'Terminar cupón',
    icon: 'ban',
    isDanger: true,
    permission: 'promotions.edit',
    confirm: {
      title: `¿Terminar ${code}?`,
      text: 'Deja de descontar ahora mismo, también en los carritos que lo tienen. Las órdenes que lo usaron lo conservan.',
      button: 'Terminar cupón',
    },
    run: async (options) => {
      const sent = await call('endCoupon', { params: { code }, body: { version: row.version } }, options);
      if (sent.ok) keep(sent.value.data);
      return sent;
    },
    done: 'Cupón terminado',
  };
};

export const couponVerbs: EntityVerbs = (row, keep) => [endOf(row, keep)];

/** "Terminar serie" (PROD-13): its codes give no discount from now on. */
const endSeriesOf = (row: EntityDetail, keep: (row: EntityDetail) => void): DeskAction => {
  const prefix = String(row.prefix);
  return {
    verb: 'end',
    label: 'Terminar serie',
    icon: 'ban',
    isDanger: true,
    permission: 'promotions.edit',
    confirm: {
      title: `¿Terminar la serie ${prefix}?`,
      text: 'Todos sus códigos dejan de descontar ahora mismo, también en los carritos que los tienen. Las órdenes que usaron uno lo conservan.',
      button: 'Terminar serie',
    },
    run: async (options) => {
      const sent = await call('endCouponSeries', { params: { prefix }, body: { version: row.version } }, options);
      if (sent.ok) keep(sent.value.data);
      return sent;
    },
    done: 'Serie terminada',
  };
};

export const seriesVerbs: EntityVerbs = (row, keep) => [endSeriesOf(row, keep)];
