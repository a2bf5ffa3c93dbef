export default function HomePage() {
  return <main id="contenido" className="wrap py-8" />;
}
