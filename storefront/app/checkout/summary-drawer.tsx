import type { ReactNode } from 'react';
import { Drawer } from '../ui/drawer.tsx';

/** CHK-18. */
export default function SummaryDrawer({
  open,
  onClose,
  children,
}: {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Drawer open={open} onClose={onClose} title="Detalle de tu compra">
      <div className="panel">{children}</div>
    </Drawer>
  );
}
