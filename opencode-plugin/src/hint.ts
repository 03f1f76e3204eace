/** A line of the system prompt that names the system and the shell. */

import { basename } from 'node:path';

const systems: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Windows',
  darwin: 'macOS',
  linux: 'Linux',
};

/**
 * The line. Models write for Unix unless they are told otherwise: `grep`, `/dev/null`. It is the same
 * for the whole run of OpenCode, so that the provider's cache holds.
 */
export function hintFor(platform: NodeJS.Platform, shell: string | undefined): string {
  const system = systems[platform] ?? platform;
  const name = shell === undefined ? undefined : basename(shell.replaceAll('\\', '/'), '.exe');
  const runs = name === undefined ? '' : ` and commands run in ${name}`;
  const isForeign = platform === 'win32' && name !== 'bash';
  const use = isForeign ? ' Use what is there: neither grep, sed, cat nor /dev/null is.' : '';
  return `The system is ${system}${runs}.${use}`;
}

/** The shell that OpenCode is set up for, or the one that it finds by itself. */
export function shellOf(
  configured: string | undefined,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (configured !== undefined) return configured;
  if (platform !== 'win32') return env['SHELL'] ?? '/bin/sh';
  return env['OPENCODE_GIT_BASH_PATH'] ?? env['SHELL'];
}
