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

/** The table in Markdown. `hide` leaves out what belongs to this run alone. */
export function markdown(rows: readonly Row[], hide: (text: string) => string): string {
  const code = (text: string): string => codeSpan(hide(text));
  const ran = ({ calls, died }: Played): string => {
    if (died !== undefined) return '✗ the turn died';
    const done = calls.filter(hasRun);
    if (done.length === 0) return '✗';
    return done
      .map(({ tool, state }) => `✓ ${code(`${tool} ${JSON.stringify(state.input)}`)}`)
      .join(', ');
  };
  const lines = rows.map(({ kind, sent, plain, mended }) => {
    const cells = [code(sent), ran(plain), code(got(plain)), ran(mended), code(got(mended))];
    return `| ${[kind, ...cells].join(' | ')} |`;
  });
  return [
    '| defect | sent | without: ran | the model got | with: ran | the model got |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
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

/** A text as code on one line, without its middle if it is long. */
function codeSpan(text: string): string {
  const line = text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ⏎ ')
    .replaceAll('|', '\\|');
  if (line === '') return '';
  const isLong = line.length > 190;
  const short = isLong ? `${line.slice(0, 60).trim()} … ${line.slice(-120).trim()}` : line;
  const longest = Math.max(0, ...[...short.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? fence + short + fence : `${fence} ${short} ${fence}`;
}
