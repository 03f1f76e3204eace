/** The real dsh and what it runs on: installed once, kept between runs, ignored by git. */

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The release that the suite runs on. */
export const release = '0.1.0-rc.8';

const cache = join(root, 'target/dsh');
const pins = fileURLToPath(new URL('pins', import.meta.url));

/** The folder with Node 24 and the pnpm that dsh installs plugins with. */
export const programs = join(cache, 'tools/node_modules/.bin');

/** dsh's program, for Node 24. */
export const dsh = join(cache, `dsh-${release}/node_modules/@deepseek-ai/dsh/lib/bin.js`);

/** The environment in which these programs are found first. */
export const path = [programs, env['PATH'] ?? ''].join(delimiter);

/** Installs what is missing. */
export function install(): void {
  tools();
  harness();
}

/** dsh does not run on Node 20, and `dsh plugin` calls pnpm. */
function tools(): void {
  if (existsSync(join(programs, 'pnpm'))) return;
  const folder = join(cache, 'tools');
  mkdirSync(folder, { recursive: true });
  const dependencies = { node: '24.21.0', pnpm: '11.7.0' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  execFileSync('npm', ['install', '--silent', '--prefer-offline'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/**
 * By pnpm and with a lock file: npm takes half an hour to resolve dsh's packages, and newer releases
 * of the framework, which their ranges allow, do not start it.
 */
function harness(): void {
  if (existsSync(dsh)) return;
  const folder = join(cache, `dsh-${release}`);
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml']) {
    copyFileSync(join(pins, file), join(folder, file));
  }
  execFileSync(join(programs, 'pnpm'), ['install', '--frozen-lockfile', '--ignore-scripts'], {
    cwd: folder,
    env: { ...env, PATH: path },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
