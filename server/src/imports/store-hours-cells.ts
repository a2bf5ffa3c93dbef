import { readExceptions, readHours, writeExceptions, writeHours } from '@ceiba/domain/delivery/store-hours-text';
import { type CellResult, type CellValue, fault } from '@ceiba/domain/imports/read-cell';
import { ok } from '@ceiba/domain/result';

/** Weekly opening hours in a file. */
export const hoursCell = {
  accepts: 'horarios como «lun,mar 09:00-18:00», separados por «|»: dom, lun, mar, mie, jue, vie, sab, feriado',
  read: (text: string): CellResult => {
    const read = readHours(text);
    return read.ok
      ? ok(read.value.map(({ days, ...times }) => ({ days: [...days], ...times })))
      : fault('INVALID_VALUE', read.error.text);
  },
  write: (value: CellValue): string => (Array.isArray(value) ? writeHours(value) : ''),
};

/** Days with other opening hours in a file. */
export const exceptionsCell = {
  accepts: 'días como «2026-12-24 09:00-14:00 Nochebuena» o «2026-12-25 cerrado Navidad», separados por «|»',
  read: (text: string): CellResult => {
    const read = readExceptions(text);
    return read.ok ? ok(read.value.map((exception) => ({ ...exception }))) : fault('INVALID_VALUE', read.error.text);
  },
  write: (value: CellValue): string => (Array.isArray(value) ? writeExceptions(value) : ''),
};
