declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** What we use of the viewer; its own types come with no package. */
  export default function SwaggerUI(options: Readonly<Record<string, unknown>>): {
    preauthorizeApiKey(scheme: string, key: string): void;
  };
}
declare module '*.css';
