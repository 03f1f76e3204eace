/**
 * The files that the OpenCode plugin and the command line share: the plugin writes them into OpenCode's
 * data folder, `toolmend stats` and `toolmend doctor opencode` read them.
 */

import { homedir } from 'node:os';
import { join } from 'node:path';

/** A file of ours in OpenCode's data folder, which is at the same place under every system. */
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

/** What the plugin has seen since it was loaded: the content of `status.json`. */
export interface StatusFile {
  version: string;
  loaded: string;
  updated: string;
  state: 'on' | 'observe' | 'off';
  /** How many configured providers have the mending fetch. */
  providers: number;
  seen: Seen;
  /** How often a part of the plugin failed, by its name. */
  failures: Record<string, number>;
  /** Settings that could not be used. */
  complaints: string[];
}

/** What is counted since the start. */
export interface Seen {
  /** Model requests whose answers went through the stream layer. */
  requests: number;
  /** Calls that were mended in the stream. */
  streamMended: number;
  /** Calls that reached the hook before a call. */
  calls: number;
  /** Calls whose tool's schema was not known there. */
  withoutSchema: number;
  /** Calls that were mended there. */
  hookMended: number;
  /** Results that got a note. */
  notes: number;
  /** Errors that were put in better words. */
  messages: number;
}
