// Waits as long before the fourth attempt as before the second: no backoff.
import { resultLine, usual } from '../client.mjs';

console.log(
  JSON.stringify(await resultLine(process.env, { ...usual, waitMs: (_, retryAfterMs) => retryAfterMs ?? 400 })),
);
