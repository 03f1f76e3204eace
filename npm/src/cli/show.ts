/** Outcomes for the eye: before → after, and why. */

import type { Edit, Issue, Outcome, Reading, RecoveredCall } from '../types.js';

/** An answer of the command line. */
export interface Answer {
  id?: unknown;
  error?: string;
  outcome?: Outcome['outcome'];
  name?: string;
  arguments?: string;
  text?: string;
  edits?: Edit[];
  note?: string;
  message?: string;
  issues?: Issue[];
  readings?: Reading[];
  content?: string;
  calls?: RecoveredCall[];
}

/** As terminals and their users expect: `NO_COLOR`, `FORCE_COLOR`, and none into a file. */
const { NO_COLOR = '', FORCE_COLOR = '' } = process.env;
const colours = NO_COLOR === '' && (FORCE_COLOR !== '' || process.stdout.isTTY === true);

function paint(code: number): (text: string) => string {
  return (text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
}

export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
export const green = paint(32);
export const yellow = paint(33);
const cyan = paint(36);

const badges: Record<Outcome['outcome'], string> = {
  valid: green('✓ valid'),
  repaired: green('✓ repaired'),
  ambiguous: yellow('? ambiguous'),
  cut: yellow('✂ cut'),
  invalid: red('✗ invalid'),
};

/** A line above several outcomes. */
export function heading(text: string): string {
  return bold(`━━ ${text} ━━`);
}

/** A mended call with the line that asked for it. */
export function showMend(sent: unknown, answer: Answer): string {
  const call = (sent ?? {}) as { name?: unknown; arguments?: unknown };
  const name = String(call.name ?? '');
  const before = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
  const renamed = answer.name !== undefined && answer.name !== name;
  const title = renamed ? `${name} → ${answer.name}` : name;
  const after = answer.outcome === 'repaired' ? answer.arguments : undefined;
  return show(answer, title, before, after);
}

/** A text that was read as JSON with the line that asked for it. */
export function showJson(sent: unknown, answer: Answer): string {
  const { text } = (sent ?? {}) as { text?: unknown };
  return show(answer, '', String(text ?? ''), answer.outcome === 'valid' ? undefined : answer.text);
}

/** A message with the calls that were found in it. */
export function showScan(sent: unknown, answer: Answer): string {
  const { text } = (sent ?? {}) as { text?: unknown };
  const { calls = [], content = '' } = answer;
  const found = `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}`;
  const badge = answer.error !== undefined ? red('✗ error') : calls.length > 0 ? green('✓') : dim('·');
  const rows = [
    `${badge}  ${answer.error === undefined ? bold(found) : ''}  ${identity(answer)}`.trimEnd(),
    row('before', visible(String(text ?? ''))),
  ];
  for (const call of calls) {
    rows.push(row('call', `${bold(visible(call.name))} ${visible(call.arguments)}  ${cyan(call.format)}`));
  }
  if (calls.length > 0 && content !== '') rows.push(row('text', visible(content)));
  if (answer.error !== undefined) rows.push(row('said', answer.error));
  return `${rows.join('\n')}\n\n`;
}

function show(answer: Answer, title: string, before = '', after?: string): string {
  const badge = answer.outcome === undefined ? red('✗ error') : badges[answer.outcome];
  const rows = [`${badge}  ${bold(visible(title))}  ${identity(answer)}`.trimEnd(), row('before', visible(before))];
  if (after !== undefined) rows.push(row('after', visible(after)));
  for (const [at, edit] of (answer.edits ?? []).entries()) {
    rows.push(row(at === 0 ? 'why' : '', `${cyan(edit.rule)}  ${change(edit)}`));
  }
  for (const { name, arguments: text } of answer.readings ?? []) {
    rows.push(row('either', visible(`${name} ${text}`)));
  }
  const said = answer.error ?? answer.message ?? answer.note;
  if (said !== undefined && said !== '') rows.push(row('said', said.replaceAll('\n', '\n          ')));
  return `${rows.join('\n')}\n\n`;
}

function identity({ id }: Answer): string {
  return id === undefined ? '' : dim(visible(String(id)));
}

function row(label: string, text: string): string {
  return `  ${dim(label.padEnd(6))}  ${text}`;
}

function change(edit: Edit): string {
  const before = red(visible(edit.before ?? '', 60));
  const after = green(visible(edit.after ?? '', 60));
  const place = edit.at === 'text' ? `byte ${edit.byte}` : edit.at === 'name' ? '' : edit.path;
  const where = place === '' ? '' : `  ${dim(visible(place))}`;
  if (!edit.before) return `+ ${after}${where}`;
  if (!edit.after) return `− ${before}${where}`;
  return `${before} → ${after}${where}`;
}

/** A text on one line: control characters as their pictures, what is long without its middle. */
function visible(text: string, longest = 400): string {
  const half = Math.floor(longest / 2);
  const short = text.length <= longest ? text : `${text.slice(0, half)} … ${text.slice(-half)}`;
  return short.replaceAll(/\p{Cc}/gu, (control) => {
    const code = control.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\u2421';
  });
}
