/** A project that has installed the packed package, as its users have. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The project's folder. */
export const folder = mkdtempSync(join(tmpdir(), 'toolmend-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** npm, which on Windows is a batch file. */
const shell = process.platform === 'win32';
const options = { encoding: 'utf8', shell } as const;

execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
  ...options,
  cwd: join(root, 'npm'),
});
const [tarball = ''] = readdirSync(folder);
writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
execFileSync('npm', ['install', '--silent', '--offline', `./${tarball}`], { ...options, cwd: folder });

export const installed = join(folder, 'node_modules/toolmend');

/** Runs a script in the project with what it prints as the result. */
export function run(name: string, source: string, args: string[] = []): string {
  writeFileSync(join(folder, name), source);
  return execFileSync(process.execPath, [...args, name], { encoding: 'utf8', cwd: folder });
}

/** Runs the installed command. */
export function toolmend(args: string[], input: string): string {
  const bin = join(folder, 'node_modules/.bin/toolmend');
  const { stdout, stderr, status } = spawnSync(bin, args, { ...options, input, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`toolmend: ${status}: ${stderr}`);
  return stdout;
}
