import { Navigate } from 'react-router';
import { useOwnSections } from './menu.tsx';
import { addressOf, type Section } from './section.ts';

/** Where somebody begins who goes to no page: the first of the menu that they may open, else their account. */
export function FirstPage({ sections }: { sections: readonly Section[] }) {
  const [first] = useOwnSections(sections);
  return <Navigate to={first === undefined ? '/mi-cuenta' : addressOf(first)} replace />;
}
