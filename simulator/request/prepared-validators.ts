import type { ValidateFunction } from 'ajv/dist/2020.js';

/** Makes the validators of requests by name. The build of the package fills this (`make-validators.ts`); when run from source it is empty. */
export const preparedValidators: Readonly<Record<string, () => ValidateFunction>> = {};
