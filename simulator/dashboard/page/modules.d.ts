declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** The part of the viewer that we use; it has no types of its own. */
  export default function SwaggerUI(options: Readonly<Record<string, unknown>>): {
    preauthorizeApiKey(scheme: string, key: string): void;
  };
}
declare module '*.css';
