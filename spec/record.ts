type Fields = Readonly<Record<string, unknown>>;

/** Schema of an object: the fields that it must have, each with its schema, then those that it may have. */
export function record<const Needed extends Fields, const More extends Fields = Readonly<Record<never, never>>>(
  needed: Needed,
  more?: More,
) {
  return {
    type: 'object' as const,
    required: Object.keys(needed) as readonly (keyof Needed & string)[],
    properties: { ...needed, ...(more as More) } as { readonly [Name in keyof Needed]: Needed[Name] } & {
      readonly [Name in keyof More]: More[Name];
    },
  };
}
