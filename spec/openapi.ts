import { endpointNames, endpoints } from './endpoints.ts';
import { attachmentCap, chatModels, citationPrefixes } from './models.ts';
import { operation } from './openapi-operation.ts';
import { componentSchemas, type OpenApiObject } from './openapi-schemas.ts';
import { rules } from './rules.ts';

/**
 * The API as an OpenAPI 3.1 document, made from the tables, schemas and rules of this folder. `baseUrl` becomes its
 * server. Extensions: `x-violations` (on schemas: what breaking a keyword gives), `x-prices` (micros of a US dollar),
 * `x-codes`, `x-models`, and `x-rules`: ids of rules, at the root those of every operation.
 */
export function openApiDocument(baseUrl?: string): OpenApiObject {
  const models = chatModels.map((id) => [
    id,
    { attachment_pages: attachmentCap[id], citation_prefixes: citationPrefixes[id] },
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Medical AI Service API',
      version: 'v1',
      description: 'Chat with citations, finder search, embeddings, reranking and the catalogue of trusted domains.',
    },
    ...(baseUrl === undefined ? {} : { servers: [{ url: baseUrl.replace(/\/+$/, '') }] }),
    tags: [{ name: 'Operations' }],
    paths: Object.fromEntries(
      endpointNames.map((name) => [endpoints[name].path, { [endpoints[name].method.toLowerCase()]: operation(name) }]),
    ),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        bearerKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'svc_{test|live}_{32 hex characters}',
          description: 'An API key.',
        },
      },
    },
    'x-models': Object.fromEntries(models),
    'x-rules': rules.filter((rule) => rule.endpoint === 'all').map((rule) => rule.id),
  };
}
