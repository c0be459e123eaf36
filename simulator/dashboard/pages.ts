import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiResponse } from '../core/wire.ts';

/** Gives the file at a path below the dashboard, or null. */
export type Pages = (path: string) => ApiResponse | null;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Allows only our own scripts, styles and calls: nothing leaves the machine, and no other page can frame this one. */
const policy = ["default-src 'self'", "img-src 'self' data:", "frame-ancestors 'none'", "base-uri 'none'"].join('; ');

/** The files that vite built. A folder's path ends with `/`, and its file is `index.html`. */
export function createPages(): Pages {
  const folder = builtFolder();
  // Looked up by name, so that no path can leave the folder.
  const names = folder === null ? [] : readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = new Map(names.map((name) => [`/${name.replaceAll('\\', '/')}`, join(folder ?? '', name)]));
  return (path) => {
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const file = files.get(name);
    const type = types[extname(name)];
    if (file === undefined || type === undefined) return null;
    const kept = name.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache';
    return {
      status: 200,
      headers: {
        'content-type': type,
        'cache-control': kept,
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        // The path may contain a token.
        'referrer-policy': 'no-referrer',
      },
      body: readFileSync(file),
    };
  };
}

/** Next to this file in the package; when run from source, in `dist`, if that is built. */
function builtFolder(): string | null {
  const here = dirname(fileURLToPath(import.meta.url));
  const built = import.meta.url.endsWith('.ts')
    ? join(here, '../../dist/simulator/dashboard/page')
    : join(here, 'page');
  return existsSync(built) ? built : null;
}
