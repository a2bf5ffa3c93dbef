import type { ComponentProps } from 'react';
import { PrintLink } from '../platform/print-link.tsx';

/** The receipt of a movement (OFF-27): on the strip of the till's printer, or on a letter sheet where there is none. */
export function ReceiptLinks({
  tillId,
  movementId,
  look,
  ...size
}: { tillId: string; movementId: string } & Pick<ComponentProps<typeof PrintLink>, 'look' | 'isSmall' | 'isBlock'>) {
  const path = `tills/${tillId}/movements/${movementId}/receipt`;
  return (
    <>
      <PrintLink path={path} {...size} {...(look && { look })} />
      <PrintLink path={`${path}?size=letter`} {...size}>
        Imprimir en carta
      </PrintLink>
    </>
  );
}
