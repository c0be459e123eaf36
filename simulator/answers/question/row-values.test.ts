import { expect, it } from 'vitest';
import { rowRead } from './row-values.ts';

it.each([
  [
    'Potassium 5.9 mmol/L 3.5 - 5.0 HIGH',
    'Potassium: 5.9 is above the range on the page (3.5 to 5.0).',
    'hyperkalaemia',
  ],
  ['HbA1c 43 mmol/mol (below 42)', 'HbA1c: 43 is above the range on the page (below 42).', 'type-2-diabetes'],
  ['eGFR 44 mL/min/1.73m2 > 60 LOW', 'eGFR: 44 is below the range on the page (above 60).', 'chronic-kidney-disease'],
  [
    'Vitamin B12 180 ng/l 200–900',
    'Vitamin B12: 180 is below the range on the page (200 to 900).',
    'vitamin-b12-deficiency',
  ],
  [
    'Ferritin: 6 µg/l (15 bis 150)',
    'Ferritin: 6 is below the range on the page (15 to 150).',
    'iron-deficiency-anaemia',
  ],
  ['Sodium 139 mmol/L 135 - 145', 'Sodium: 139 is within the range on the page (135 to 145).', undefined],
  // High for that laboratory, usual for most.
  ['Potassium 5.1 mmol/L 3.5 - 5.0', 'Potassium: 5.1 is above the range on the page (3.5 to 5.0).', undefined],
])('a row of a table of results is read by its own range: %s', (text, remark, slug) => {
  expect(rowRead(text)).toMatchObject({ remark });
  expect(rowRead(text)?.slug).toBe(slug);
});

it.each(['Not for children under 12 years or under 40 kg.', 'Date: 12 March 2025', 'Take 2 tablets', 'Potassium 4.1'])(
  'a row of a table of results is not seen in other texts: %s',
  (text) => expect(rowRead(text)).toBeNull(),
);
