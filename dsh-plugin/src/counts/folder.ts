/** Where the plugin keeps its files: in dsh's own folder. */

import { homedir } from 'node:os';
import { join } from 'node:path';

/** A file of ours in dsh's folder. */
export function dshData(file: 'counts.jsonl' | 'status.json', env = process.env): string {
  const home = env['DSH_HOME'];
  const folder = home === undefined || home === '' ? join(homedir(), '.dsh') : home;
  return join(folder, 'toolmend', file);
}
