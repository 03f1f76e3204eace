/** What the tests need from npm beside the workspace: OpenCode's releases and a few programs. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The release that the whole suite runs on: the newest that npm has. */
export const newest = process.env['OPENCODE_VERSION'] ?? '1.18.34';

/** Kept between runs; ignored by git. */
const cache = join(root, 'target/opencode');

const windows = process.platform === 'win32';
const platform = `${windows ? 'windows' : process.platform}-${process.arch}`;
const extension = windows ? '.exe' : '';

/** The program of a release. npm's `opencode-ai` only chooses between these packages. */
export function binary(version: string = newest): string {
  const name = `opencode-${platform}`;
  const folder = installed(`opencode-${version}`, { [name]: version });
  return join(folder, name, 'bin', `opencode${extension}`);
}

/** The folder with ripgrep, which OpenCode's `glob` and `grep` run. */
export function ripgrep(): string {
  const name = `@vscode/ripgrep-${process.platform}-${process.arch}`;
  return join(installed('ripgrep', { [name]: '1.18.0' }), name, 'bin');
}

/** The library in which OpenCode's plugins describe the arguments of their tools. */
export function zod(): string {
  return join(installed('zod', { zod: '4.1.8' }), 'zod/index.js');
}

/** Verdaccio's program: a registry for this machine alone. */
export function verdaccio(): string {
  // The newest for Node 20. One of its dependencies asks for a tag that not every mirror knows.
  const folder = installed('verdaccio', { verdaccio: '6.5.0' }, { 'node-fetch': '2.7.0' });
  return join(folder, 'verdaccio/bin/verdaccio');
}

/** The `node_modules` of a folder in the cache that has these packages. */
function installed(
  name: string,
  dependencies: Record<string, string>,
  overrides: Record<string, string> = {},
): string {
  const folder = join(cache, name);
  const done = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(done)) {
    mkdirSync(folder, { recursive: true });
    const manifest = { private: true, dependencies, overrides };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    execFileSync('npm', ['install', '--silent', '--ignore-scripts', '--prefer-offline'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: windows,
    });
  }
  return join(folder, 'node_modules');
}
