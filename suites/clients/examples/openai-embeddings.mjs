// The openai package, as a client of embeddings:  npx assay clients --scenarios 'embeddings.*' -- node openai-embeddings.mjs
import OpenAI from 'openai';

const { ASSAY_BASE_URL, ASSAY_KEY, ASSAY_REQUEST } = process.env;
const client = new OpenAI({ apiKey: ASSAY_KEY, baseURL: `${ASSAY_BASE_URL}/v1` });
try {
  // By default the package asks for base64, which this API refuses with 400.
  const result = await client.embeddings.create({ encoding_format: 'float', ...JSON.parse(ASSAY_REQUEST).body });
  console.log(JSON.stringify({ ok: true, result }));
} catch ({ status = null, code = null }) {
  console.log(JSON.stringify({ ok: false, error: { status, code } }));
}
