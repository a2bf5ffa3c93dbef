/** The first tab stop of every page: skips the header to `main` (ID "contenido"). */
export function SkipLink() {
  return (
    <a href="#contenido" className="skip-link">
      Saltar al contenido
    </a>
  );
}
