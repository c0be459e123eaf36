/**
 * Whether a value is bytes, whoever made it. Test environments such as jsdom put a `Uint8Array` of their own in the place of Node's, which Node's
 * bytes are no instances of.
 */
export const isBytes = (value: unknown): value is Uint8Array => ArrayBuffer.isView(value);
