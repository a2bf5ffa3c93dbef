/** First stop of the tab key on every page: past the header, to `main` (id "contenido"). */
export function SkipLink() {
  return (
    <a href="#contenido" className="skip-link">
      Saltar al contenido
    </a>
  );
}
