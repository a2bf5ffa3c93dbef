import type { ComponentProps } from 'react';

/** Accepted cards (APP-21), drawn here so that no brand file is copied: a badge with a name for screen readers. */
export function CardLogos({ cuotas = true, amex = true }: { cuotas?: boolean; amex?: boolean }) {
  return (
    <ul aria-label="Tarjetas aceptadas" className="flex flex-wrap gap-1.5">
      <CardLogo name="Visa">
        <VisaMark />
      </CardLogo>
      <CardLogo name="Mastercard">
        <MastercardMark />
      </CardLogo>
      {amex && (
        <CardLogo name="American Express">
          <AmexMark />
        </CardLogo>
      )}
      {cuotas && (
        <>
          <CardLogo name="Visa Cuotas">
            <VisaMark cuotas />
          </CardLogo>
          <CardLogo name="Mastercard Cuotas">
            <MastercardMark cuotas />
          </CardLogo>
          {/* American Express has no cuotas, so its badge says how it pays. */}
          <CardLogo name="American Express al contado, sin cuotas">
            <AmexMark cuotas />
          </CardLogo>
        </>
      )}
    </ul>
  );
}

function CardLogo({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <li>
      <svg viewBox="0 0 40 26" width="40" height="26" role="img" aria-label={name} className="block rounded-[5px]">
        {children}
      </svg>
    </li>
  );
}

function Sheet({ fill = '#fff' }: { fill?: string }) {
  return <rect x=".5" y=".5" width="39" height="25" rx="4.5" fill={fill} stroke="#d9d1c3" />;
}

function Word(props: ComponentProps<'text'>) {
  return <text x="20" textAnchor="middle" fontFamily="Arial, sans-serif" {...props} />;
}

const CuotasLine = ({ fill, text = 'CUOTAS' }: { fill: string; text?: string }) => (
  <Word y="22.5" fontWeight="700" fontSize="6" fill={fill}>
    {text}
  </Word>
);

function VisaMark({ cuotas = false }: { cuotas?: boolean }) {
  return (
    <>
      <Sheet />
      <Word y={cuotas ? 13.5 : 17} fontWeight="800" fontStyle="italic" fontSize={cuotas ? 9 : 11} fill="#1a3a8f">
        VISA
      </Word>
      {cuotas && <CuotasLine fill="#1a3a8f" />}
    </>
  );
}

function MastercardMark({ cuotas = false }: { cuotas?: boolean }) {
  const y = cuotas ? 9.5 : 13;
  const r = cuotas ? 5.5 : 7.5;
  return (
    <>
      <Sheet />
      <circle cx={20 - r / 2} cy={y} r={r} fill="#e0362c" />
      <circle cx={20 + r / 2} cy={y} r={r} fill="#f2a33a" fillOpacity=".92" />
      {cuotas && <CuotasLine fill="#4d4840" />}
    </>
  );
}

function AmexMark({ cuotas = false }: { cuotas?: boolean }) {
  return (
    <>
      <Sheet fill="#1668b8" />
      <Word y={cuotas ? 13 : 16.2} fontWeight="800" fontSize={cuotas ? 8 : 9} fill="#fff">
        AMEX
      </Word>
      {cuotas && <CuotasLine fill="#fff" text="CONTADO" />}
    </>
  );
}
