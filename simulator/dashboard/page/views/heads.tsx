import type { ComponentChildren } from 'preact';

/** The title of a column, and the class that its cells have, too. */
export type Column = readonly [title: ComponentChildren, cells?: string];

/** The first row of a table. */
export function Heads({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(([title, cells]) => (
          <th scope="col" class={cells}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
