/** `npm run bench`: measures, and writes docs/performance.md. */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';

import { compileTools } from '../../npm/dist/index.js';
import { growth } from './growth.js';
import { malformed } from './malformed.js';
import { native } from './native.js';
import { tool } from './payloads.js';
import { start } from './start.js';
import { valid } from './valid.js';

const load = (): string => loadavg().map((average) => average.toFixed(1)).join(', ');
const before = load();

function version(name: string): string {
  const file = new URL(`node_modules/${name}/package.json`, import.meta.url);
  return `${name} ${(JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version}`;
}

/** What one large broken argument leaves behind. */
async function memory(): Promise<string> {
  const tools = compileTools([tool]);
  const text = `{"filePath": "a", "content": "${'x'.repeat(50 * 2 ** 20)}",}`;
  // A look at its end puts the text together, so that it is in both figures.
  text.codePointAt(text.length - 1);
  globalThis.gc?.();
  const rest = resident();
  const { outcome } = tools.mend({ name: 'edit', arguments: text });
  globalThis.gc?.();
  // The memory of an instance that was given up goes back in the background.
  await setTimeout(100);
  globalThis.gc?.();
  return `One broken argument of 50 MB (outcome: ${outcome}): ${rest.toFixed(0)} MiB of the process before, ${resident().toFixed(0)} after.`;
}

/** The process's memory in MiB. */
function resident(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}

const step = (name: string): void => console.error(`bench: ${name}`);
step('start');
const starts = start();
step('valid calls');
const valids = await valid();
step('malformed calls');
const malformeds = await malformed();
step('growth');
const growths = growth();
step('memory');
const memories = await memory();
step('native');
const natives = native();

const rustc = execFileSync('rustc', ['--version'], { encoding: 'utf8' }).trim();
const page = `# Performance

Written by \`npm run bench\`. Each row is measured in turns within one run, so that its ratios hold where
its absolute figures do not: another machine, or this one with other work to do.

- ${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores; load ${before} before, ${load()} after
- Node ${process.versions.node}, ${rustc}
- ${['jsonrepair', 'ai', 'ajv', 'mitata'].map(version).join(', ')}

## Valid calls

${valids}

In brackets: times JSON.parse. parsePartialJson is the AI SDK's; it and jsonrepair know no schema.

## Broken calls

${malformeds}

## Texts made to be slow

Each pattern repeated up to that size, alone, inside a string and inside a list; the worst of the three.

${growths}

## Start

${starts}

## Memory

${memories}

## Native

The engine without WebAssembly, at opt-level 3; what a crate does not solve is not listed for it.

${natives}
`;
writeFileSync(new URL('../../docs/performance.md', import.meta.url), page);
