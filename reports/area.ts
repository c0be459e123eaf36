/** The area of a rule: its id up to the first dot. */
export const areaOf = (id: string): string => id.split('.', 1)[0] ?? '';
