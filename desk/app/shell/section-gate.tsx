import { Outlet } from 'react-router';
import { DeniedNote } from '../platform/notes.tsx';
import { useMay } from '../session/session.ts';
import { PageHead } from './page-head.tsx';
import { mayOpen, permissionOf, type Section } from './section.ts';

/** Renders a section's pages for people who may open them. Other people see the missing permission (OFF-08). */
export function SectionGate({ section }: { section: Section }) {
  const may = useMay();
  if (mayOpen(section, may)) return <Outlet />;
  return (
    <>
      <PageHead title={section.label} />
      <DeniedNote permission={permissionOf(section)} />
    </>
  );
}
