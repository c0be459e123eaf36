/** What an answer of the control API says went wrong: `{error: {message}}` or `{detail: [{loc, msg}]}`. */
export function problemText(status: number, body: unknown): string {
  const { error, detail } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: { message?: unknown };
    detail?: unknown;
  };
  if (typeof error?.message === 'string') return error.message;
  if (Array.isArray(detail) && detail.length > 0) return detail.map(detailText).join(' ');
  return `The server answered with status ${status}.`;
}

function detailText({ loc, msg }: { loc?: unknown; msg?: unknown }): string {
  const place = Array.isArray(loc) ? loc.slice(1).join('.') : '';
  return place === '' ? String(msg) : `${place}: ${String(msg)}`;
}
