import 'swagger-ui-dist/swagger-ui.css';
import './docs.css';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/** The first documented key, so that «Try it out» works at once; undefined if the control API does not answer. */
async function firstKey(): Promise<string | undefined> {
  const answer = await fetch('../keys');
  const { keys } = (await answer.json()) as { keys?: readonly { readonly key: string }[] };
  return keys?.[0]?.key;
}

const theme = localStorage.getItem('assay-theme');
const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.classList.toggle('dark-mode', isDark);

const ui = SwaggerUI({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // By default it would send the document to an online validator.
  validatorUrl: null,
  onComplete: () => {
    void firstKey().then((key) => key !== undefined && ui.preauthorizeApiKey('bearerKey', key));
  },
});
