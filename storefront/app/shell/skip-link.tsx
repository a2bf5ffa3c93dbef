/** First stop of the tab key on every page: past the header, to `main` (id "contenido"). */
export function SkipLink() {
  return (
    <a
      href="#contenido"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-(--z-toast) focus:rounded-full focus:bg-surface focus:px-5 focus:py-3 focus:font-semibold"
    >
      Saltar al contenido
    </a>
  );
}
