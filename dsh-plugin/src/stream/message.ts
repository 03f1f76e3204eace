/**
 * One answer of the model on its way to dsh. What needs no change goes out as it comes; a call that
 * needs an edit and a text that may hold a call wait for the finish reason.
 */

import type { RecoveredCall, Scanner } from '../../../npm/src/api.js';
import type { ContentBlock, StreamChunk, ToolCallBlock } from '../host.js';
import { newCallId } from './call-id.js';
import type { CallMender, SettledCall } from './calls.js';

type TextBlock = Extract<ContentBlock, { type: 'text' | 'reasoning' }>;
type BlockEnd = Extract<StreamChunk, { type: 'block-end' }>;

/** A text block under way. */
interface OpenText {
  type: TextBlock['type'];
  scanner: Scanner;
  received: string;
  sent: string;
}

/** What the message tells about its calls. */
export interface Report {
  /** A call went out. `rules` is empty for one that was not changed. */
  call(id: string, call: SettledCall, format?: string): void;
  /** A call went out as it came. */
  unmended(id: string, name: string, outcome: 'valid' | 'ambiguous' | 'cut' | 'invalid'): void;
}

interface Parts {
  mender: CallMender;
  scanner(channel: 'text' | 'reasoning'): Scanner;
  report: Report;
  observe: boolean;
}

export class MessageRewriter {
  readonly #parts: Parts;
  readonly #texts = new Map<number, OpenText>();
  /** What waits for the finish reason, in the order in which it came. */
  #waiting: BlockEnd[] = [];
  /** The usage and whatever else comes after the first `usage`. */
  #tail: StreamChunk[] = [];
  readonly #calls: { name: string; arguments: string }[] = [];
  #nextIndex = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The chunks that can go out once this one has come. */
  push(chunk: StreamChunk): StreamChunk[] {
    if ('index' in chunk) this.#nextIndex = Math.max(this.#nextIndex, chunk.index + 1);
    switch (chunk.type) {
      case 'block-start':
        this.#start(chunk.index, chunk.blockType);
        return [chunk];
      case 'text-delta':
      case 'reasoning-delta':
        return this.#delta(chunk);
      case 'block-end':
        return this.#end(chunk);
      case 'finish':
        return this.#finish(chunk);
      case 'usage':
        this.#tail.push(chunk);
        return [];
      default:
        return [chunk];
    }
  }

  /** All that is held, as it came: for a stream that ended without a finish, or a failure of ours. */
  release(): StreamChunk[] {
    const chunks = this.#waiting.flatMap((end) => [...this.#restOf(end.index), end]);
    for (const index of this.#texts.keys()) chunks.push(...this.#restOf(index));
    chunks.push(...this.#tail);
    this.#waiting = [];
    this.#tail = [];
    return chunks;
  }

  #start(index: number, type: ContentBlock['type']): void {
    if (type !== 'text' && type !== 'reasoning') return;
    const scanner = this.#parts.scanner(type);
    this.#texts.set(index, { type, scanner, received: '', sent: '' });
  }

  #delta(chunk: Extract<StreamChunk, { text: string }>): StreamChunk[] {
    const open = this.#texts.get(chunk.index);
    if (open === undefined) return [chunk];
    open.received += chunk.text;
    if (this.#parts.observe) {
      open.scanner.push(chunk.text);
      open.sent += chunk.text;
      return [chunk];
    }
    const text = open.scanner.push(chunk.text);
    open.sent += text;
    if (text === chunk.text) return [chunk];
    return text === '' ? [] : [{ ...chunk, text }];
  }

  #end(chunk: BlockEnd): StreamChunk[] {
    const { block, index } = chunk;
    if (block.type === 'tool-call') return this.#callEnd(chunk, block);
    const open = this.#texts.get(index);
    if (open === undefined || (block.type !== 'text' && block.type !== 'reasoning')) return [chunk];
    if (open.received !== block.text) {
      // An adapter that sends no deltas, or other text than in them: only the former is understood.
      if (open.received !== '') {
        const rest = this.#restOf(index);
        this.#texts.delete(index);
        return [...rest, chunk];
      }
      open.received = block.text;
      open.sent = this.#parts.observe ? block.text : open.scanner.push(block.text);
      if (this.#parts.observe) open.scanner.push(block.text);
    } else if (open.sent === open.received && !this.#parts.observe) {
      this.#texts.delete(index);
      return [chunk];
    }
    this.#waiting.push(chunk);
    return [];
  }

  #callEnd(chunk: BlockEnd, block: ToolCallBlock): StreamChunk[] {
    this.#calls.push({ name: block.name, arguments: block.arguments });
    if (this.#parts.mender.mend(block).outcome !== 'valid') {
      this.#waiting.push(chunk);
      return [];
    }
    this.#parts.report.unmended(block.id, block.name, 'valid');
    return [chunk];
  }

  #finish(chunk: Extract<StreamChunk, { type: 'finish' }>): StreamChunk[] {
    const { kind } = chunk.reason;
    // dsh drops the calls of an answer that was cut, and those of one that failed are not complete.
    const isWhole = kind === 'stop' || kind === 'tool-calls';
    if (!isWhole) return [...this.release(), chunk];
    const out: StreamChunk[] = [];
    const added: StreamChunk[] = [];
    for (const end of this.#waiting) {
      const { block } = end;
      if (block.type === 'tool-call') this.#settleCall(end, block, out, added);
      else this.#settleText(end, block as TextBlock, out, added);
    }
    this.#waiting = [];
    const tail = this.#tail;
    this.#tail = [];
    // Nothing comes after the finish: text blocks that were never closed are left as they are.
    this.#texts.clear();
    return [...out, ...added, ...tail, chunk];
  }

  #settleCall(end: BlockEnd, block: ToolCallBlock, out: StreamChunk[], added: StreamChunk[]): void {
    const { report, observe, mender } = this.#parts;
    const { outcome, calls } = mender.mend(block, 'stop');
    const [first, ...more] = calls;
    if (first === undefined || outcome === 'valid') {
      report.unmended(block.id, block.name, outcome === 'repaired' ? 'invalid' : outcome);
      out.push(end);
      return;
    }
    report.call(block.id, first);
    if (observe) {
      out.push(end);
      return;
    }
    const { name, arguments: text } = first;
    out.push({ ...end, block: { ...block, name, arguments: text } });
    for (const call of more) added.push(...this.#newCall(newCallId(), call));
  }

  #settleText(end: BlockEnd, block: TextBlock, out: StreamChunk[], added: StreamChunk[]): void {
    const { report, observe, mender } = this.#parts;
    const open = this.#texts.get(end.index);
    if (open === undefined) {
      out.push(end);
      return;
    }
    let rest = '';
    const settled: { id: string; call: SettledCall; format: string }[] = [];
    let isSettled = true;
    for (const event of open.scanner.finish(this.#calls)) {
      if ('text' in event) rest += event.text;
      else {
        const call = mender.settle(asSettled(event.call));
        if (call === undefined) isSettled = false;
        else settled.push({ id: event.call.id ?? newCallId(), call, format: event.call.format });
      }
    }
    const changes = isSettled && settled.length > 0;
    if (changes) for (const { id, call, format } of settled) report.call(id, call, format);
    if (observe || !changes) {
      out.push(...this.#restOf(end.index), end);
      return;
    }
    if (rest !== '') out.push(delta(end.index, open.type, rest));
    out.push({ ...end, block: { ...block, text: open.sent + rest } });
    for (const { id, call } of settled) added.push(...this.#newCall(id, call));
  }

  #newCall(id: string, { name, arguments: text }: SettledCall): StreamChunk[] {
    const index = this.#nextIndex;
    this.#nextIndex += 1;
    const block: ToolCallBlock = { type: 'tool-call', id, name, arguments: text };
    return [
      { type: 'block-start', index, blockType: 'tool-call' },
      { type: 'block-end', index, block },
    ];
  }

  /** What is held of a text block, which is thereby all out. */
  #restOf(index: number): StreamChunk[] {
    const open = this.#texts.get(index);
    this.#texts.delete(index);
    if (open === undefined || open.sent.length === open.received.length) return [];
    return [delta(index, open.type, open.received.slice(open.sent.length))];
  }
}

function delta(index: number, type: TextBlock['type'], text: string): StreamChunk {
  return { type: type === 'text' ? 'text-delta' : 'reasoning-delta', index, text };
}

function asSettled({ name, arguments: text, edits, note }: RecoveredCall): SettledCall {
  return { name, arguments: text, rules: edits.map(({ rule }) => rule), note };
}
