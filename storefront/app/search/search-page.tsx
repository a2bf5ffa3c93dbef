export default function SearchPage() {
  return <main id="contenido" className="wrap py-8" />;
}
