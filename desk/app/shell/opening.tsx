/** Shown while the page's file loads. */
export const Opening = () => (
  <p className="sr-only" role="status">
    Abriendo el escritorio…
  </p>
);
