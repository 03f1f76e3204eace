/** The line of the system prompt, for each system. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hintFor, shellOf } from '../src/hint.js';

test('Unix', () => {
  assert.equal(hintFor('linux', '/bin/bash'), 'The system is Linux and commands run in bash.');
  assert.equal(hintFor('darwin', '/bin/zsh'), 'The system is macOS and commands run in zsh.');
});

test('Windows without a Unix shell says what is not there', () => {
  const hint = hintFor('win32', 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe');
  assert.match(hint, /^The system is Windows and commands run in powershell\. /);
  assert.match(hint, /grep.*\/dev\/null/);
});

test('Windows with Git Bash does not', () => {
  const hint = hintFor('win32', 'C:\\Program Files\\Git\\bin\\bash.exe');
  assert.equal(hint, 'The system is Windows and commands run in bash.');
});

test('the shell is the configured one, else the one that OpenCode finds', () => {
  assert.equal(shellOf('/bin/fish', 'linux', { SHELL: '/bin/zsh' }), '/bin/fish');
  assert.equal(shellOf(undefined, 'linux', { SHELL: '/bin/zsh' }), '/bin/zsh');
  assert.equal(shellOf(undefined, 'linux', {}), '/bin/sh');
  assert.equal(shellOf(undefined, 'win32', { OPENCODE_GIT_BASH_PATH: 'b.exe' }), 'b.exe');
  assert.equal(shellOf(undefined, 'win32', {}), undefined);
});
