import type { ComponentProps } from 'react';
import { PrintLink } from '../platform/print-link.tsx';

/**
 * Links to the receipt of a movement (OFF-27): for the strip of the till's printer, or on a letter sheet without such a
 * printer.
 */
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
