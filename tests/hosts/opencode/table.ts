/** What came of each row with and without the plugin, as a table for people. */

import { textOf } from './scripted-model.js';
import type { Played } from './opencode.js';

/** A row of the table: the kind, the call as it was sent, and the scene that was played twice. */
export interface Row {
  kind: string;
  sent: string;
  plain: Played;
  mended: Played;
}

/** The table in Markdown. Paths and ports of this run are left out. */
export function markdown(rows: readonly Row[], hidden: Record<string, string>): string {
  const hide = (text: string): string =>
    Object.entries(hidden).reduce((rest, [secret, word]) => rest.replaceAll(secret, word), text);
  const lines = rows.map(({ kind, sent, plain, mended }) => {
    const cells = [code(sent), ran(plain), code(got(plain)), ran(mended), code(got(mended))];
    return `| ${[kind, ...cells].map((cell) => hide(cell)).join(' | ')} |`;
  });
  return [
    '| defect | sent | without: ran | the model got | with: ran | the model got |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** What ran of a scene. */
function ran({ calls, died }: Played): string {
  if (died !== undefined) return '✗ the turn died';
  const done = calls
    .filter(hasRun)
    .map(({ tool, state }) => `✓ ${code(`${tool} ${JSON.stringify(state.input)}`)}`);
  return done.length > 0 ? done.join(', ') : '✗';
}

/** Whether a call ran: OpenCode's own tool for unreadable calls is none. */
export function hasRun({ tool, state }: Played['calls'][number]): boolean {
  return state.status === 'completed' && tool !== 'invalid';
}

/** The results that the model got, or why there are none. */
export function got({ got: messages, died }: Played): string {
  if (died !== undefined) return died;
  return messages
    .filter(({ role }) => role === 'tool')
    .map(textOf)
    .join(' / ');
}

function code(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ⏎ ').replaceAll('|', '\\|');
  const short = line.length > 160 ? `${line.slice(0, 100)} … ${line.slice(-50)}` : line;
  if (short === '') return '';
  const ticks = short.includes('`') ? '``' : '`';
  return `${ticks} ${short} ${ticks}`.replaceAll('` ', '`').replaceAll(' `', '`');
}
