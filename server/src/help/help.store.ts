import type { PageBlock } from '@ceiba/domain/content/page-file';
import type { CardBin } from '@ceiba/domain/payments/installments';
import { cardBinJson } from '../platform/db/card-bin-row.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';

export interface HelpRows {
  pages: { slug: string; title: string; description: string; blocks: PageBlock[] }[];
  departments: { regionId: number; title: string }[];
  /** Cards with plans. */
  bins: CardBin[];
}

const select = statement(
  'help.read',
  `select
     (select coalesce(json_agg(json_build_object('slug', slug, 'title', title, 'description', description, 'blocks', blocks)
        order by slug), '[]') from shown_pages where slug = 'ayuda' or slug like 'ayuda/%') as pages,
     (select coalesce(json_agg(json_build_object('regionId', region_id, 'title', title) order by position), '[]')
        from departments) as departments,
     (select coalesce(json_agg(${cardBinJson('b', '$1')} order by b.bin), '[]') from card_bins b where b.plans <> '{}') as bins`,
  {
    pages: column<{ slug: string; title: string; description: string; blocks: PageBlock[] }[]>(),
    departments: column<{ regionId: number; title: string }[]>(),
    bins: column<CardBin[]>(),
  },
);

/** Reads all data of the help pages at a moment, except the policy. */
export async function readHelp(tx: Tx, now: Date): Promise<HelpRows> {
  const [row] = await select(tx, [now]);
  if (row === undefined) throw new Error('reading the help answered nothing');
  return row;
}
