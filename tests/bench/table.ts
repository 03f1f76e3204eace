/** Tables in Markdown. */

/** A table whose first column is words and whose others are figures. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** A figure with three digits that mean something. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** How many times as long. */
export function times(value: number, base: number): string {
  return Number.isFinite(value / base) ? `${(value / base).toFixed(2)}×` : '–';
}
