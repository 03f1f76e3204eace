// Bundles the plugin into one file that needs nothing beside it: OpenCode loads every .js and .ts of a
// plugin folder as a plugin, so there must be no second one to copy.

import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Writes the plugin to `outfile`. With `faults` it obeys the test switch that makes a part of it
 * fail; without, that switch is not in the file.
 *
 * @param {string} outfile
 * @param {{ faults?: boolean }} [options]
 */
export async function bundle(outfile, { faults = false } = {}) {
  const wasm = readFileSync(join(here, '../npm/pkg/toolmend.wasm'));
  await build({
    absWorkingDir: here,
    entryPoints: ['src/index.ts'],
    outfile,
    bundle: true,
    minifySyntax: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    define: { TOOLMEND_FAULTS: String(faults) },
    // On a line of its own at the end, as in npm/build.js.
    footer: { js: `var inlinedModule = "${wasm.toString('base64')}";` },
  });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(join(here, 'dist'), { recursive: true, force: true });
  await bundle(join(here, 'dist/opencode-toolmend.js'));
}
