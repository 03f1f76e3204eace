/** The plugin as it is published. */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { bundle } from '../../../dsh-plugin/build.js';
import { root } from './install.js';

const folder = join(root, 'dsh-plugin');

/** Packs the plugin as it was built; `remove` when it is installed. */
export function packed(): { tarball: string; remove(): void } {
  return pack(folder);
}

/** Packs the plugin with its test switch. */
export async function packedWithFaults(): Promise<{ tarball: string; remove(): void }> {
  const copy = mkdtempSync(join(tmpdir(), 'toolmend-dsh-faults-'));
  for (const file of ['package.json', 'cordis.patch.yml']) {
    cpSync(join(folder, file), join(copy, file));
  }
  await bundle(join(copy, 'dist'), { faults: true });
  const { tarball, remove } = pack(copy);
  rmSync(copy, { recursive: true });
  return { tarball, remove };
}

function pack(source: string): { tarball: string; remove(): void } {
  const target = mkdtempSync(join(tmpdir(), 'toolmend-dsh-packed-'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: source });
  const [file = ''] = readdirSync(target);
  return { tarball: join(target, file), remove: () => rmSync(target, { recursive: true }) };
}
