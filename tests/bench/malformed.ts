/** Broken calls: how long until they are mended, and who mends them. */

import { parsePartialJson } from 'ai';
import { jsonrepair } from 'jsonrepair';

import { compileTools } from '../../npm/dist/index.js';
import { medians } from './clock.js';
import { broken, tool } from './payloads.js';
import { figure, table, times } from './table.js';

export async function malformed(): Promise<string> {
  const tools = compileTools([tool]);
  const rows: string[][] = [];
  for (const { size, defect, text, meant } of broken) {
    const mend = (): string => {
      const outcome = tools.mend({ name: 'edit', arguments: text });
      return outcome.outcome === 'repaired' ? outcome.arguments : '';
    };
    const partial = async (): Promise<unknown> => (await parsePartialJson(text)).value;
    const found = await medians({ mend, jsonrepair: attempt(() => jsonrepair(text)), partial });
    const ours = found['mend'] ?? 0;
    const theirs = found['jsonrepair'] ?? 0;
    const solved = [
      normal(mend()) === meant,
      normal(attempt(() => jsonrepair(text))()) === meant,
      JSON.stringify(await partial()) === meant,
    ];
    rows.push([
      `${size}: ${defect}`,
      cell(ours, solved[0]),
      cell(theirs, solved[1]),
      solved[0] && solved[1] ? `**${times(ours, theirs)}**` : '–',
      cell(found['partial'] ?? 0, solved[2]),
    ]);
  }
  return table(['µs (✗: not what was meant)', 'toolmend', 'jsonrepair', 'of jsonrepair', 'parsePartialJson'], rows);
}

function cell(time: number, isSolved: boolean | undefined): string {
  return isSolved ? figure(time) : `${figure(time)} ✗`;
}

/** What throws gives nothing. */
function attempt(work: () => string): () => string {
  return () => {
    try {
      return work();
    } catch {
      return '';
    }
  };
}

function normal(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return '';
  }
}
