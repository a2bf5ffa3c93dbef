import type { EntityDeclaration } from '@ceiba/contract/desk/entity';
import type { DeskPage } from '../shell/section.ts';
import type { EntityCards, EntityPlace, EntityVerbs } from './entity-place.ts';

interface EntityPages extends Omit<EntityPlace, 'verbs' | 'cards'>, Pick<DeskPage, 'permission'> {
  label: string;
  /** Loaded together with the pages. */
  verbs?: () => Promise<EntityVerbs>;
  cards?: () => Promise<EntityCards>;
}

/** The two pages of an entity in a section of the menu. Declaration and form load with the first page that opens. */
export const entityPages = (
  { label, permission, verbs: loadVerbs, cards: loadCards, ...place }: EntityPages,
  load: () => Promise<EntityDeclaration>,
): [DeskPage, DeskPage] => {
  const pages = async () => {
    const [{ pagesOf }, of, verbs, cards] = await Promise.all([
      import('./entity-pages.tsx'),
      load(),
      loadVerbs?.(),
      loadCards?.(),
    ]);
    return pagesOf(of, { ...place, ...(verbs && { verbs }), ...(cards && { cards }) });
  };
  return [
    {
      path: place.path,
      label,
      ...(permission && { permission }),
      load: async () => ({ Component: (await pages()).list }),
    },
    { path: `${place.path}/:key`, load: async () => ({ Component: (await pages()).one }) },
  ];
};
