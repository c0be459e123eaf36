import standaloneCode from 'ajv/dist/standalone/index.js';
import { endpoints } from '../../spec/index.ts';
import { type ConstraintStage, partOfStage } from './schema-stages.ts';

/** The stages at which requests are validated, for all failures or the first. */
export const uses: readonly (readonly [stage: ConstraintStage, all: boolean])[] = [
  ['schema', true],
  ['schema', false],
  ['semantics', false],
  ['attachments', false],
];

/** The code of `prepared-validators.ts` for the build of the package: what makes each validator, by name. */
export function validatorsCode(): string {
  const makers = Object.values(endpoints).flatMap(({ request }) =>
    uses.map(([stage, all]) => {
      const { name, compiler, schema } = partOfStage(request, stage, all);
      const ajv = compiler({ code: { source: true, optimize: false } });
      const code = standaloneCode.default(ajv, ajv.compile(schema));
      if (code.includes('require(')) throw new Error(`The validator of ${stage} needs a module.`);
      return `${JSON.stringify(name)}: () => { const module = { exports: {} }; ${code}; return module.exports; }`;
    }),
  );
  return `export const preparedValidators = {${makers.join(',\n')}};`;
}
