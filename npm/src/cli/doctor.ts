/** `toolmend doctor opencode`: whether the plugin is installed and loaded, what it saw, and why not. */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { mendJson } from '../json.js';
import { opencodeConfig, opencodeData, type StatusFile } from '../opencode-files.js';
import { green, red, yellow } from './show.js';

const PLUGIN = 'opencode-toolmend';

/** One thing that was looked at. */
interface Finding {
  state: 'good' | 'remark' | 'bad';
  text: string;
}

const marks = { good: green('✓'), remark: yellow('!'), bad: red('✗') };

/** Prints what is found. Resolves to the exit code: 0 if the plugin works. */
export async function doctor(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.length !== 1 || positionals[0] !== 'opencode') {
    process.stderr.write('usage: toolmend doctor opencode\n');
    return 2;
  }
  const findings = [...switches(process.env), ...installed(process.cwd()), ...loaded()];
  for (const { state, text } of findings) process.stdout.write(`${marks[state]} ${text}\n`);
  return findings.some(({ state }) => state === 'bad') ? 1 : 0;
}

/** What in the environment keeps the plugin from working. */
function switches({ TOOLMEND, OPENCODE_PURE }: NodeJS.ProcessEnv): Finding[] {
  const findings: Finding[] = [];
  if (TOOLMEND === 'off') findings.push({ state: 'bad', text: 'TOOLMEND=off switches it off' });
  if (TOOLMEND === 'observe')
    findings.push({ state: 'remark', text: 'TOOLMEND=observe: it only counts' });
  if (OPENCODE_PURE !== undefined && OPENCODE_PURE !== '') {
    findings.push({ state: 'bad', text: 'OPENCODE_PURE keeps OpenCode from loading any plugin' });
  }
  return findings;
}

/** Where the plugin is installed. */
function installed(project: string): Finding[] {
  const places = folders(project).flatMap((folder) => [...configured(folder), ...copied(folder)]);
  if (places.length === 0) {
    const text = `not installed: run opencode plugin ${PLUGIN} -g, or copy ${PLUGIN}.js into ${join(opencodeConfig(), 'plugins')}`;
    return [{ state: 'bad', text }];
  }
  const findings: Finding[] = places.map((place) => ({
    state: 'good',
    text: `installed by ${place}`,
  }));
  if (places.length > 1) {
    findings.push({ state: 'remark', text: 'installed more than once: one of them is enough' });
  }
  return findings;
}

/** The folders that OpenCode reads for a project: its own, and `.opencode` and the project upwards. */
function folders(project: string): string[] {
  const found = [opencodeConfig()];
  for (let folder = resolve(project); ; folder = dirname(folder)) {
    found.push(folder, join(folder, '.opencode'));
    if (folder === dirname(folder)) return found;
  }
}

/** The configuration files of a folder that name the plugin. */
function configured(folder: string): string[] {
  return ['opencode.json', 'opencode.jsonc', 'config.json']
    .map((name) => join(folder, name))
    .filter((file) => pluginsOf(file).some((name) => name.includes(PLUGIN)));
}

function pluginsOf(file: string): string[] {
  if (!existsSync(file)) return [];
  try {
    // With comments and trailing commas.
    const { text = '{}' } = mendJson(readFileSync(file, 'utf8'));
    const { plugin } = JSON.parse(text) as { plugin?: unknown };
    return Array.isArray(plugin)
      ? plugin.map((entry) => String(Array.isArray(entry) ? entry[0] : entry))
      : [];
  } catch {
    return [];
  }
}

/** The copies of the plugin in the plugin folders of a folder. */
function copied(folder: string): string[] {
  return ['plugin', 'plugins'].flatMap((name) => {
    const plugins = join(folder, name);
    if (!existsSync(plugins)) return [];
    return readdirSync(plugins)
      .filter((file) => file.includes(PLUGIN) && /\.[jt]s$/.test(file))
      .map((file) => join(plugins, file));
  });
}

/** What the plugin wrote down when OpenCode last ran. */
function loaded(): Finding[] {
  const file = opencodeData('status.json');
  let status: StatusFile;
  try {
    status = JSON.parse(readFileSync(file, 'utf8')) as StatusFile;
  } catch {
    return [
      {
        state: 'bad',
        text: 'never loaded: start OpenCode once; if it was, its log says "failed to load plugin"',
      },
    ];
  }
  const { version, loaded: at, state, complaints, failures } = status;
  const findings: Finding[] = [
    {
      state: state === 'off' ? 'bad' : 'good',
      text: `loaded at ${at}, version ${version}, ${state}`,
    },
    ...layers(status),
  ];
  for (const complaint of complaints) findings.push({ state: 'remark', text: complaint });
  for (const [place, times] of Object.entries(failures)) {
    const text = `${place} failed ${times === 1 ? 'once' : `${times} times`}; OpenCode went on without it`;
    findings.push({ state: 'bad', text });
  }
  return findings;
}

/** Which layer saw what since the plugin was loaded. */
function layers({ providers, seen }: StatusFile): Finding[] {
  const { requests, streamMended, calls, withoutSchema, hookMended, notes, messages } = seen;
  const findings: Finding[] = [];
  if (calls === 0 && requests === 0) {
    return [{ state: 'remark', text: 'no model request and no tool call since then' }];
  }
  if (requests > 0) {
    findings.push({
      state: 'good',
      text: `stream: ${requests} model requests seen, ${streamMended} calls mended`,
    });
  } else {
    const text = `stream: no model request seen (${providers} configured providers); the model's provider speaks a protocol that is not known, or not through fetch, so that broken JSON and unknown names stay`;
    findings.push({ state: 'remark', text });
  }
  findings.push({ state: 'good', text: `hook: ${calls} calls seen, ${hookMended} mended` });
  if (withoutSchema > 0) {
    findings.push({
      state: 'remark',
      text: `hook: ${withoutSchema} calls of tools whose schema is not known`,
    });
  }
  findings.push({
    state: 'good',
    text: `model: ${notes} results with a note, ${messages} errors in better words`,
  });
  return findings;
}
