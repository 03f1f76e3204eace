/** Where the hosts keep their data: there the plugins write, and the command line reads. */

import { homedir } from 'node:os';
import { join } from 'node:path';

/** A file of ours in OpenCode's data folder, which is the same under every system. */
export function opencodeData(file: 'counts.jsonl' | 'status.json', env = process.env): string {
  return join(folder(env, 'XDG_DATA_HOME', '.local/share'), 'opencode/toolmend', file);
}

/** OpenCode's configuration folder. */
export function opencodeConfig(env = process.env): string {
  return join(folder(env, 'XDG_CONFIG_HOME', '.config'), 'opencode');
}

function folder(env: NodeJS.ProcessEnv, variable: string, fallback: string): string {
  const set = env[variable];
  return set === undefined || set === '' ? join(env['HOME'] ?? homedir(), fallback) : set;
}
