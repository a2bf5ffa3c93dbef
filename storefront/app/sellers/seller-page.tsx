export default function SellerPage() {
  return <main id="contenido" className="wrap py-8" />;
}
