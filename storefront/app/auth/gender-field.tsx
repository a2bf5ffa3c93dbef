import { defaultGender, type Gender, genderLabels } from '@ceiba/domain/customers/profile';

export const genderField = { label: 'Género', required: true };

export const genderOptions = ([1, 2] as const).map((gender) => (
  <option key={gender} value={gender}>
    {genderLabels[gender]}
  </option>
));

/** Parses an option's value, or the default without a choice (PROF-07). */
export const genderOf = (text: string): Gender => (text === '2' ? 2 : defaultGender);
