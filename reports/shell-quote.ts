/** A text as one word of a shell, nothing in it being read. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
