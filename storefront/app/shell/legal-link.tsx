import { type LegalPage, legalPages } from '@ceiba/domain/content/legal-pages';

/** A legal text to read beside a form: it opens in a tab of its own, so that nothing typed is left behind. */
export function LegalLink({ page }: { page: LegalPage }) {
  const { path, title } = legalPages[page];
  return (
    <a href={path} target="_blank" rel="noopener" className="link">
      {title}
    </a>
  );
}
