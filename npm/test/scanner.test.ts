/** The push scanner: pieces in, text and calls out, whatever happens to the instance. */

import './module.js';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as engine from '../src/engine.js';
import { compileTools, type ScanEvent, type ScanOptions } from '../src/slim.js';
import { read } from './module.js';

const tools = compileTools([read]);
const leaked = '<tool_call>\n{"name": "read", "arguments": {"filePath": "ä😀.md"}}\n</tool_call>';
const message = `I'll look.\n\n${leaked}`;
const call = { name: 'read', arguments: '{"filePath": "ä😀.md"}' };

/** A whole message, pushed in pieces of `size` units; `between` runs before each piece. */
function pushed(text: string, size: number, options?: ScanOptions, between?: () => void): ScanEvent[] {
  const scanner = tools.scanner(options);
  let out = '';
  for (let at = 0; at < text.length; at += size) {
    between?.();
    out += scanner.push(text.slice(at, at + size));
  }
  between?.();
  const events = scanner.finish();
  return out === '' ? events : [{ text: out }, ...events];
}

function brief(events: readonly ScanEvent[]): unknown[] {
  return events.map((event) =>
    'call' in event ? { name: event.call.name, arguments: event.call.arguments } : event.text,
  );
}

test('text goes out at once, a call at the end', () => {
  const scanner = tools.scanner();
  assert.equal(scanner.push('I see'), 'I see');
  assert.equal(scanner.push(' it.'), ' it.');
  assert.equal(scanner.push('\n<tool_'), '');
  assert.equal(scanner.push(leaked.slice(6)), '');
  const [event, ...others] = scanner.finish();
  assert.deepEqual(others, []);
  assert.ok(event !== undefined && 'call' in event);
  assert.equal(event.call.format, 'hermes_json');
  assert.deepEqual(event.call.edits, []);
});

test('any split gives the same, inside a character too', () => {
  for (let size = 1; size < message.length; size += 1) {
    assert.deepEqual(brief(pushed(message, size)), ["I'll look.", call], `${size}`);
  }
});

/** Loses the instance and everything in it. */
function renew(): void {
  engine.memory().fill(0xff);
  assert.equal(tools.mend({ name: 'read', arguments: '{' }).outcome, 'invalid');
}

test('a message goes on in another instance', () => {
  assert.deepEqual(brief(pushed(message, 9, {}, renew)), ["I'll look.", call]);
});

test('what the engine cannot finish is text', () => {
  const scanner = tools.scanner();
  assert.equal(scanner.push(message.slice(0, 30)), "I'll look.");
  engine.memory().fill(0xff);
  assert.equal(scanner.push(message.slice(30)), message.slice("I'll look.".length));
  assert.equal(scanner.push(' Yes.'), ' Yes.');
  assert.deepEqual(scanner.finish(), []);

  const other = tools.scanner();
  assert.equal(other.push(leaked), '');
  engine.memory().fill(0xff);
  assert.deepEqual(other.finish(), [{ text: leaked }]);
});

test('half a character is text, and no call is read from what holds one', () => {
  for (const text of [`\ud83d${leaked}`, `${leaked}\ud83d`, `${leaked}\udc00 `]) {
    assert.equal(brief(pushed(text, 5)).join(''), text);
  }
});

test('what was sent is asked for once, and only for a block', () => {
  let asked = 0;
  const quoting = (text: string): ScanOptions => ({
    level: 'all',
    sent: () => {
      asked += 1;
      return ['Hi.', text];
    },
  });
  assert.deepEqual(brief(pushed('Plain `text`, < and [x].', 4, quoting(leaked))).join(''), 'Plain `text`, < and [x].');
  assert.equal(asked, 0);
  assert.deepEqual(brief(pushed(message, 4, quoting(`Never: ${leaked}`))).join(''), message);
  assert.equal(asked, 1);
  assert.deepEqual(brief(pushed(message, 4, quoting('Go on.'))), ["I'll look.", call]);
});

test('a call that was sent as a call too stays text', () => {
  const scanner = tools.scanner();
  scanner.push(leaked);
  assert.deepEqual(scanner.finish([{ name: 'read', arguments: '{"filePath":"ä😀.md"}' }]), [
    { text: leaked },
  ]);
});

test('levels, channels and tools confine what is recovered', () => {
  const all = (options: ScanOptions): number => tools.scan(`${leaked} I wait.`, options).calls.length;
  assert.equal(all({ level: 'all' }), 1);
  assert.equal(all({}), 0);
  assert.equal(all({ level: 'off' }), 0);
  assert.equal(all({ level: 'all', channel: 'reasoning' }), 0);
  assert.equal(all({ level: 'all', only: ['write'] }), 0);
  assert.equal(all({ level: 'all', only: ['read'] }), 1);
  assert.equal(tools.scan(leaked).content, '');
  // @ts-expect-error: there is no such level
  assert.throws(() => tools.scan('', { level: 'some' }), TypeError);
});

test('a message that is too long is text', () => {
  const scanner = tools.scanner();
  assert.equal(scanner.push(leaked), '');
  const long = 'x'.repeat(5 * 2 ** 20);
  assert.equal(scanner.push(long), leaked + long);
  assert.equal(scanner.push('y'), 'y');
  assert.deepEqual(scanner.finish(), []);
});

test('what is recovered is mended, and says so', () => {
  const [found] = tools.scan(leaked.replace('filePath', 'path')).calls;
  assert.equal(found?.arguments, '{"filePath": "ä😀.md"}');
  assert.equal(found?.edits[0]?.at, 'key');
  assert.match(found?.note ?? '', /written as text.* mended too/);
});
