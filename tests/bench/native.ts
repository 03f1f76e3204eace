/** The engine without WebAssembly, beside the native rivals. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { broken, payloads, tool } from './payloads.js';

const manifest = fileURLToPath(new URL('native/Cargo.toml', import.meta.url));

/** divan's own table. */
export function native(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolmend-bench-'));
  try {
    const file = join(folder, 'cases.json');
    const valid = Object.entries(payloads).map(([size, value]) => {
      const text = JSON.stringify(value);
      return { label: `${size}: valid`, text, meant: text };
    });
    const others = broken.map(({ size, defect, text, meant }) => ({ label: `${size}: ${defect}`, text, meant }));
    writeFileSync(file, JSON.stringify({ tool, cases: [...valid, ...others] }));
    const flags = ['bench', '--quiet', '--bench', 'mend', '--manifest-path', manifest, '--', '--max-time', '0.3', '--color', 'never'];
    const out = execFileSync('cargo', flags, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, BENCH_CASES: file },
    });
    return `\`\`\`text\n${out.trim()}\n\`\`\``;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
