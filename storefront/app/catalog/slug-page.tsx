export default function SlugPage() {
  return <main id="contenido" className="wrap py-8" />;
}
