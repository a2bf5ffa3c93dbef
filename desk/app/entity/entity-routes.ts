import type { EntityDeclaration } from '@ceiba/contract/desk/entity';
import type { DeskPage } from '../shell/section.ts';
import type { EntityParts, EntityPlace, EntityVerbs } from './entity-place.ts';

interface EntityPages extends Omit<EntityPlace, 'verbs' | keyof EntityParts>, Pick<DeskPage, 'permission'> {
  label: string;
  /** Loaded together with the pages. */
  verbs?: () => Promise<EntityVerbs>;
  /** The entity's special controls, cards and links, also loaded together with the pages. */
  parts?: () => Promise<EntityParts>;
}

/** Returns the routes of an entity's list and of one record. The declaration and the form load when the first of these pages opens. */
export const entityPages = (
  { label, permission, verbs: loadVerbs, parts: loadParts, ...place }: EntityPages,
  load: () => Promise<EntityDeclaration>,
): [DeskPage, DeskPage] => {
  const pages = async () => {
    const [{ pagesOf }, of, verbs, parts] = await Promise.all([
      import('./entity-pages.tsx'),
      load(),
      loadVerbs?.(),
      loadParts?.(),
    ]);
    return pagesOf(of, { ...place, ...parts, ...(verbs && { verbs }) });
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
