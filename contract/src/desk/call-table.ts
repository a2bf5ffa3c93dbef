export const deskCallTable = {} as const;
