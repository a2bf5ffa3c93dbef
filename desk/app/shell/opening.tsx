/** While the page's own file is on its way. */
export const Opening = () => (
  <p className="sr" role="status">
    Abriendo el escritorio…
  </p>
);
