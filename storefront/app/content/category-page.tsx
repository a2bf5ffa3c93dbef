export default function CategoryPage() {
  return <main id="contenido" className="wrap py-8" />;
}
