import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../spec/index.ts';
import type { Report } from './content/report.ts';
import { renderJson } from './json.ts';
import { SCRIPTS, scriptsOf } from './reproduce/reproduce.ts';
import { maskDeep } from './text/mask.ts';

/** A file format of the report; by default all but the last are written. */
export type ReportFormat = 'json' | 'junit' | 'html' | 'markdown' | 'sarif';

/** Renderers are loaded when a report is written, so that the first verdict does not wait for them. */
const FILES: Readonly<Record<ReportFormat, { name: string; render: (report: Report) => string | Promise<string> }>> = {
  json: { name: 'report.json', render: renderJson },
  junit: { name: 'junit.xml', render: async (report) => (await import('./junit.ts')).renderJunit(report) },
  html: { name: 'report.html', render: async (report) => (await import('./html/page.ts')).renderHtml(report) },
  markdown: { name: 'report.md', render: async (report) => (await import('./markdown.ts')).renderMarkdown(report) },
  sarif: {
    name: 'report.sarif',
    render: async (report) => (await import('./sarif.ts')).renderSarif(report, process.cwd()),
  },
};

/**
 * Writes the report into a directory, which is created if necessary, and returns the paths in the order of `formats`.
 * Beside them are scripts in `reproduce/` for each failure that can be repeated; old ones are removed. Nobody ever
 * reads half a file. This is the only file of this folder with side effects.
 *
 * @throws {UserError} if the directory or a file cannot be written.
 */
export async function writeReports(
  report: Report,
  { directory, formats }: { directory: string; formats: readonly ReportFormat[] },
): Promise<string[]> {
  // The last check before writing: a report never contains a whole key, whatever its parts contain.
  const masked = maskDeep(report, []);
  const files = await Promise.all(
    formats.map(async (format) => ({ ...FILES[format], text: await FILES[format].render(masked) })),
  );
  await prepareDirectory(directory);
  for (const { name, text } of files) {
    const path = join(directory, name);
    await attempt(path, () => replaceFile(path, text));
  }
  // A report of an earlier run beside this one would contradict it.
  for (const [format, { name }] of Object.entries(FILES))
    if (!formats.some((own) => own === format))
      await attempt(join(directory, name), () => rm(join(directory, name), { force: true }));
  const folder = join(directory, SCRIPTS);
  await attempt(folder, () => writeScripts(masked, folder));
  return files.map(({ name }) => join(directory, name));
}

/**
 * Creates the directory and checks that reports can be written there, before the run, so that no run is lost.
 *
 * @throws {UserError} if they cannot.
 */
export async function prepareDirectory(directory: string): Promise<void> {
  await attempt(directory, async () => {
    await makeFolder(directory);
    await access(directory, constants.W_OK);
    // A full disk accepts a name, but no content.
    const draft = join(directory, `${randomUUID()}.tmp`);
    await writeFile(draft, new Uint8Array(FREE_BYTES)).finally(() => rm(draft, { force: true }));
  });
}

/** Bytes that must be free before a run. */
const FREE_BYTES = 2 * 1_048_576;

/**
 * Writes files beside the reports, completely or not at all; null removes the file of an earlier run. Returns the
 * written paths.
 *
 * @throws {UserError} if one cannot be written.
 */
export async function writeBeside(
  directory: string,
  files: Readonly<Record<string, string | null>>,
): Promise<string[]> {
  const written: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const path = join(directory, name);
    await attempt(path, () => (text === null ? rm(path, { force: true }) : replaceFile(path, text)));
    if (text !== null) written.push(path);
  }
  return written;
}

async function writeScripts(report: Report, folder: string): Promise<void> {
  const scripts = scriptsOf(report);
  const old = await readdir(folder).catch(() => []);
  for (const name of old.filter((file) => file.endsWith('.sh') && !scripts.has(file))) await rm(join(folder, name));
  if (scripts.size === 0) return;
  await makeFolder(folder);
  for (const [name, text] of scripts) await replaceFile(join(folder, name), text, 0o755);
}

async function replaceFile(path: string, text: string, mode = 0o666): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx', mode });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Error codes of the system, in words for the user who chose the directory. */
const IN_WORDS: Readonly<Record<string, string>> = {
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'there is a file where a directory is needed',
  EISDIR: 'there is a directory of that name',
};

async function attempt(path: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const next = code === 'ENOSPC' ? 'Make room, or name a directory elsewhere' : 'Name a directory you may write to';
    throw new UserError(`Cannot write ${path}: ${IN_WORDS[code] ?? reason}. ${next} with --out DIR.`, { cause: error });
  }
}

/** Creates a folder and its parents one by one: `recursive` would try for ever if a parent cannot contain folders. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' && dirname(path) !== path && !(await isFolder(dirname(path)))) {
      await makeFolder(dirname(path));
      await mkdir(path);
    } else if (code !== 'EEXIST' || !(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
