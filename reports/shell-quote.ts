/** A text as one word of a shell, without any expansion. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
