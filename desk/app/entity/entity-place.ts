import type { EntityDeclaration } from '@ceiba/contract/desk/entity';
import type { DeskAction } from '../actions/desk-action.ts';
import type { Crumb } from '../shell/page-head.tsx';
import type { DeskPage } from '../shell/section.ts';
import type { EntityDetail } from './entity-client.ts';

/** Where the pages of an entity are, and what they have besides its fields. */
export interface EntityPlace {
  /** The address of its list, below /admin; one of them has its key behind it, a new one a plus sign. */
  path: string;
  /** Pages above the list. */
  above?: readonly Crumb[];
  /** Buttons of verbs that are changes of their own. */
  verbs?: EntityVerbs;
}

/** The actions of one of an entity; `keep` shows what their calls answer. */
export type EntityVerbs = (row: EntityDetail, keep: (row: EntityDetail) => void) => readonly DeskAction[];

interface EntityPages extends Omit<EntityPlace, 'verbs'>, Pick<DeskPage, 'permission'> {
  label: string;
  /** Its verbs come with its pages. */
  verbs?: () => Promise<EntityVerbs>;
}

/** The two pages of an entity in a section of the menu. Its declaration and its form come with the first of them that is opened. */
export const entityPages = (
  { label, permission, verbs: loadVerbs, ...place }: EntityPages,
  load: () => Promise<EntityDeclaration>,
): [DeskPage, DeskPage] => {
  const pages = async () => {
    const [{ pagesOf }, of, verbs] = await Promise.all([import('./entity-pages.tsx'), load(), loadVerbs?.()]);
    return pagesOf(of, { ...place, ...(verbs && { verbs }) });
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
