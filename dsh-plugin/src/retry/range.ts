/** `str_replace_editor` refuses to show a range that ends beyond the file, and says how long it is. */

import type { Execution, ExecutionResult } from '../host.js';

const BEYOND = /`view_range`.*second element.*number of lines in the file: `(\d+)`/s;

/** The arguments with the range's end at the file's end. A range that begins beyond it stays. */
export function withinFile(
  { name, arguments: sent }: Execution,
  { error, content }: ExecutionResult,
): Record<string, unknown> | undefined {
  if (name !== 'str_replace_editor' || typeof sent !== 'object' || sent === null) return undefined;
  const [first] = content;
  const text = error?.message ?? (first?.type === 'text' ? first.text : '');
  const lines = Number(BEYOND.exec(text)?.[1]);
  const range = (sent as { view_range?: unknown }).view_range;
  if (!Number.isSafeInteger(lines) || !isRange(range)) return undefined;
  const [start, end] = range;
  // -1 is the end of the file already.
  if (start > lines || end <= lines) return undefined;
  return { ...sent, view_range: [start, lines] };
}

function isRange(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
}
