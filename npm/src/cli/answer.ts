/**
 * JSON Lines in, JSON Lines out. A line goes to the engine as the bytes that came in: a
 * `JSON.parse` here would lose what numbers look like.
 */

import { createReadStream } from 'node:fs';

import * as engine from '../engine.js';
import { splitLines } from './lines.js';
import { Output } from './output.js';
import { type Answer, showJson, showMend, showScan } from './show.js';

/** Longer lines are refused. */
const LONGEST = 128 * 2 ** 20;

/** The commands that answer lines. */
export type LineCommand = 'mend' | 'scan' | 'json';

/** Answers each line of a file or of standard input. Resolves to the exit code. */
export async function answerLines(
  command: LineCommand,
  file: string | undefined,
  pretty: boolean,
): Promise<number> {
  const input = file === undefined || file === '-' ? process.stdin : createReadStream(file);
  if (input === process.stdin && process.stdin.isTTY) {
    process.stderr.write('reading JSON Lines; end with Ctrl-D\n');
  }
  const output = new Output(process.stdout);
  for await (const lines of splitLines(input, LONGEST)) {
    let answers = '';
    for (const line of lines) {
      if (line !== undefined && isBlank(line)) continue;
      const text = line === undefined ? tooLong() : answer(command, line);
      answers += pretty ? show(command, line, text) : `${text}\n`;
    }
    await output.write(answers);
    if (output.closed) break;
  }
  return 0;
}

function answer(command: LineCommand, line: Uint8Array): string {
  try {
    return engine.run((wasm) => {
      const size = engine.writeBytes(line);
      return wasm[`${command}_line`](size);
    });
  } catch (error) {
    const { message } = error as Error;
    return JSON.stringify({
      error: error instanceof engine.Refusal ? message : `internal error: ${message}`,
    });
  }
}

function tooLong(): string {
  return JSON.stringify({ error: 'the line is longer than 128 MiB' });
}

function show(command: LineCommand, line: Uint8Array | undefined, text: string): string {
  const sent = line === undefined ? undefined : parsed(line);
  const answered: Answer = JSON.parse(text);
  const shows = { mend: showMend, scan: showScan, json: showJson };
  return shows[command](sent, answered);
}

/** The line as it is shown; what cannot be read was answered with an error. */
function parsed(line: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(line));
  } catch {
    return undefined;
  }
}

/** Whether a line holds white space only. */
function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
