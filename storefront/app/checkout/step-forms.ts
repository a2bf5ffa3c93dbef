/** Says at a field of a form what is wrong with it, and leads there. `name`: of the call's field. */
export type TellField = (name: string, message: string) => void;

/** The form of the contact and that of the delivery, while it stands: a later call may refuse what it has asked for. */
export const stepForms: { [Step in 0 | 1]?: TellField } = {};
