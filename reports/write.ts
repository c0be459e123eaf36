import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../spec/index.ts';
import { renderJson } from './json.ts';
import { maskDeep } from './mask.ts';
import type { Report } from './report.ts';
import { SCRIPTS, scriptsOf } from './reproduce.ts';

/** A file format of the report; all but the last are written unless told. */
export type ReportFormat = 'json' | 'junit' | 'html' | 'markdown' | 'sarif';

/** Renderers are loaded when a report is written: the first verdict must not wait for them. */
const FILES: Readonly<Record<ReportFormat, { name: string; render: (report: Report) => string | Promise<string> }>> = {
  json: { name: 'report.json', render: renderJson },
  junit: { name: 'junit.xml', render: async (report) => (await import('./junit.ts')).renderJunit(report) },
  html: { name: 'report.html', render: async (report) => (await import('./html.ts')).renderHtml(report) },
  markdown: { name: 'report.md', render: async (report) => (await import('./markdown.ts')).renderMarkdown(report) },
  sarif: {
    name: 'report.sarif',
    render: async (report) => (await import('./sarif.ts')).renderSarif(report, process.cwd()),
  },
};

/**
 * Writes the report into a directory, which is made if need be, and gives the paths in the order of `formats`. Beside
 * them a script for each failure that can be sent again, in `reproduce/`, where scripts of an earlier run are removed.
 * A reader never sees half a file. The only place of this room that touches anything outside it.
 *
 * @throws {UserError} when the directory or a file cannot be written.
 */
export async function writeReports(
  report: Report,
  { directory, formats }: { directory: string; formats: readonly ReportFormat[] },
): Promise<string[]> {
  // The last gate before the disk: a report never holds a whole key, whatever its parts were made of.
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
 * Makes the directory and sees that reports can be written there: asked before a run, so that no run is lost because its reports have no place.
 *
 * @throws {UserError} when they cannot.
 */
export async function prepareDirectory(directory: string): Promise<void> {
  await attempt(directory, async () => {
    await makeFolder(directory);
    await access(directory, constants.W_OK);
    // A full disk takes a name, but nothing in it.
    const draft = join(directory, `${randomUUID()}.tmp`);
    await writeFile(draft, new Uint8Array(ROOM)).finally(() => rm(draft, { force: true }));
  });
}

/** Bytes that must be free before a run: what its reports take. */
const ROOM = 2 * 1_048_576;

/**
 * Writes files beside the reports, whole or not at all; null takes away what an earlier run left. Gives the paths that were written.
 *
 * @throws {UserError} when one cannot be written.
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

/** What the system's codes mean to who names a directory for reports. */
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

/** Makes a folder and its parents, level by level: `recursive` would try for ever where a parent can hold no folder. */
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
