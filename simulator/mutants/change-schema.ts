import { type EndpointName, type ErrorOutcome, schemaAt } from '../../spec/index.ts';
import type { Change } from './change.ts';
import { editAt } from './edit-json.ts';

type Node = Readonly<Record<string, unknown>>;

/** Changes one node of the request schema of an operation, named as the rule rows name it; `*` is an array's item. */
export function changeSchema(endpoint: EndpointName, pointer: string, change: (node: Node) => Node): Change {
  return (behaviour) => ({
    ...behaviour,
    schemas: { ...behaviour.schemas, [endpoint]: edited(behaviour.schemas[endpoint] as Node, pointer, change) },
  });
}

/** Forgets constraints: the server no longer looks at them. */
export function forget(endpoint: EndpointName, pointer: string, ...keywords: readonly string[]): Change {
  return changeSchema(endpoint, pointer, (node) =>
    Object.fromEntries(Object.entries(node).filter(([keyword]) => !keywords.includes(keyword))),
  );
}

/** Gives constraints other values, or new ones with their outcomes. */
export function constrain(
  endpoint: EndpointName,
  pointer: string,
  keywords: object,
  outcomes: Readonly<Record<string, ErrorOutcome>> = {},
): Change {
  return changeSchema(endpoint, pointer, (node) => ({
    ...node,
    ...keywords,
    violations: { ...(node.violations as object | undefined), ...outcomes },
  }));
}

/** Answers the breach of one constraint in another way. */
export function answerBreach(endpoint: EndpointName, pointer: string, keyword: string, outcome: ErrorOutcome): Change {
  return constrain(endpoint, pointer, {}, { [keyword]: outcome });
}

function edited(schema: Node, pointer: string, change: (node: Node) => Node): Node {
  const steps = pointer.split('/').filter((step) => step !== '');
  if (schemaAt(schema, steps) === undefined) throw new Error(`the request schema has nothing at "${pointer}"`);
  const inSchema = steps.map((step) => (step === '*' ? '/items' : `/properties/${step}`)).join('');
  return editAt(schema, inSchema, (node) => change(node as Node)) as Node;
}
