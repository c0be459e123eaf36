/** The area of a rule: what stands before the first dot of its id. */
export const areaOf = (id: string): string => id.split('.', 1)[0] ?? '';
