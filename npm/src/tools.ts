/** The tools that a request offers, compiled once, and the calls mended against them. */

import * as engine from './engine.js';
import { InexactNumber, parseExactly } from './exact.js';
import { withEdits } from './in-place.js';
import { Scanner } from './scanner.js';
import { isWellFormed, withEscapedSurrogates } from './text.js';
import type {
  Call,
  Edit,
  Issue,
  Options,
  Outcome,
  Reading,
  Repaired,
  Scanned,
  ScanOptions,
  Tool,
} from './types.js';

/** Larger arguments are not looked at. */
const LARGEST = 64 * 2 ** 20;

/** What the engine says of a call that is not valid. */
interface Report {
  outcome: Outcome['outcome'];
  name?: string;
  arguments?: string;
  edits: Edit[];
  note?: string;
  message?: string;
  issues?: Issue[];
  readings?: Reading[];
}

/** Where a list of tools is compiled: a handle in one generation of instances. */
interface Compiled {
  handle: number;
  generation: number;
}

/** Lets the instance forget the lists that nobody holds any more. */
const collected = new FinalizationRegistry<Compiled>(({ handle, generation }) => {
  if (generation !== engine.generation) return;
  try {
    engine.run((wasm) => wasm.release(handle));
  } catch {
    // The instance is gone, and the list with it.
  }
});

/** Why a call could not be looked at. */
class Unseen extends Error {}

/**
 * Compiles a list of tools: objects in any provider's shape, or their JSON. Throws a `TypeError`
 * when the list or the options cannot be read; an odd schema accepts what it does not understand.
 */
export function compileTools(list: readonly Tool[] | string, options: Options = {}): Tools {
  return new Tools(typeof list === 'string' ? list : JSON.stringify(list), options);
}

/** A compiled list of tools. */
export class Tools {
  readonly #list: string;
  readonly #options: string;
  readonly #compiled: Compiled = { handle: 0, generation: -1 };
  /** The places in the list of the tools that were called. */
  readonly #places = new Map<string, number>();

  /** Use {@link compileTools}. */
  constructor(list: string, options: Options) {
    this.#list = list;
    this.#options = JSON.stringify(options);
    collected.register(this, this.#compiled);
    try {
      engine.run((wasm) => this.#handle(wasm));
    } catch (error) {
      if (error instanceof engine.Refusal) throw new TypeError(error.message, { cause: error });
      throw error;
    }
  }

  /**
   * Mends one call. Never throws: where the call cannot be looked at (too large, not JSON, or the
   * engine failed) the outcome is `invalid` with `failed`, and the arguments are what came in.
   */
  mend<A>(call: Call<A>): Outcome<A> {
    return this.#answer(call, mendOne)[0] as Outcome<A>;
  }

  /**
   * Mends a call whose text may hold several objects (`{...}{...}`): one outcome each, in order. The
   * first keeps the call's id.
   */
  mendAll<A>(call: Call<A>): Outcome<A>[] {
    return this.#answer(call, mendSeveral);
  }

  /**
   * A scanner for one message that arrives in pieces: finds the calls that leaked into its text.
   * Throws a `TypeError` when the options cannot be read.
   */
  scanner(options: ScanOptions = {}): Scanner {
    try {
      return new Scanner((wasm) => this.#handle(wasm), options);
    } catch (error) {
      if (error instanceof engine.Refusal) throw new TypeError(error.message, { cause: error });
      throw error;
    }
  }

  /** Finds the calls that leaked into the text of a whole message. */
  scan(text: string, options: ScanOptions = {}): Scanned {
    const scanner = this.scanner(options);
    const scanned: Scanned = { content: scanner.push(text), calls: [] };
    for (const event of scanner.finish()) {
      if ('call' in event) scanned.calls.push(event.call);
      else scanned.content += event.text;
    }
    return scanned;
  }

  #answer<A>(call: Call<A>, ask: Ask): Outcome<A>[] {
    const sent = call.arguments;
    try {
      const isText = typeof sent === 'string';
      const text = isText ? sent : sourceOf(sent);
      if (this.#accepts(call.name, text)) return [valid(call)];
      let reports = this.#reports(call, text, !isText, ask);
      if (reports !== undefined && isText && !isWellFormed(text)) {
        reports = this.#reports(call, escaped(text), false, ask);
      }
      return reports?.map((report) => outcome(call, report)) ?? [valid(call)];
    } catch (error) {
      return [failed(call, error)];
    }
  }

  /** Whether a call is certainly valid; what is not found out here may be all the same. */
  #accepts(name: string, text: string): boolean {
    const { handle, generation } = this.#compiled;
    if (generation !== engine.generation || text.length > LARGEST) return false;
    // What JavaScript calls a name may be anything.
    if (typeof name !== 'string') return false;
    const place = this.#places.get(name) ?? this.#place(name);
    return place !== undefined && engine.accepts(handle, place, text);
  }

  /** The place of a tool in the list, looked up once. */
  #place(name: string): number | undefined {
    const place = engine.run((wasm) => {
      const [size = 0] = engine.write(name);
      return wasm.place(this.#compiled.handle, size);
    });
    if (place !== undefined) this.#places.set(name, place);
    return place;
  }

  #reports(call: Call, text: string, parsed: boolean, ask: Ask): Report[] | undefined {
    if (text.length > LARGEST) throw new Unseen('the arguments are larger than 64 MiB');
    return engine.run((wasm) => {
      const handle = this.#handle(wasm);
      const [size = 0, name = 0, finish = 0] = engine.write(
        text,
        String(call.name ?? ''),
        call.finish ?? '',
      );
      return ask(wasm, handle, size, name, finish, parsed);
    });
  }

  /** The handle in the present instance. */
  #handle(wasm: engine.Wasm): number {
    const compiled = this.#compiled;
    if (compiled.generation !== engine.generation) {
      const [list = 0, options = 0] = engine.write(this.#list, this.#options);
      compiled.handle = wasm.compile(list, options);
      compiled.generation = engine.generation;
      engine.settle();
    }
    return compiled.handle;
  }
}

type Ask = (wasm: engine.Wasm, ...parts: Parameters<engine.Wasm['mend']>) => Report[] | undefined;

const mendOne: Ask = (wasm, ...parts) => {
  const report = wasm.mend(...parts);
  return report === undefined ? undefined : [JSON.parse(report) as Report];
};

const mendSeveral: Ask = (wasm, ...parts) => {
  const reports = wasm.mend_all(...parts);
  return reports === undefined ? undefined : (JSON.parse(reports) as Report[]);
};

function sourceOf(value: unknown): string {
  let source: string | undefined;
  try {
    source = JSON.stringify(value);
  } catch (error) {
    throw new Unseen(`the arguments are not JSON (${(error as Error).message.split('\n', 1)[0]})`);
  }
  if (source === undefined) throw new Unseen('the arguments are not JSON');
  return source;
}

function escaped(text: string): string {
  const result = withEscapedSurrogates(text);
  if (result === undefined) throw new Unseen('the arguments are not Unicode text');
  return result;
}

function valid<A>(call: Call<A>): Outcome<A> {
  return { outcome: 'valid', name: call.name, arguments: call.arguments, edits: [] };
}

/** What came in, for every outcome that changes nothing. */
function asSent<A>(call: Call<A>): { name: string; arguments: A; edits: [] } {
  return { name: call.name, arguments: call.arguments, edits: [] };
}

function failed<A>(call: Call<A>, error: unknown): Outcome<A> {
  const reason =
    error instanceof Unseen || error instanceof InexactNumber
      ? error.message
      : `internal error: ${error instanceof Error ? error.message : String(error)}`;
  const message = `This call was not checked: ${reason}.`;
  return { outcome: 'invalid', ...asSent(call), message, issues: [], failed: true };
}

function outcome<A>(call: Call<A>, report: Report): Outcome<A> {
  const { message = '' } = report;
  switch (report.outcome) {
    case 'valid':
      return valid(call);
    case 'repaired':
      return {
        outcome: 'repaired',
        name: report.name ?? call.name,
        arguments: repaired(call.arguments, report) as Repaired<A>,
        edits: report.edits,
        note: report.note ?? '',
      };
    case 'ambiguous':
      return { outcome: 'ambiguous', ...asSent(call), message, readings: report.readings ?? [] };
    case 'cut':
      return { outcome: 'cut', ...asSent(call), message };
    case 'invalid':
      return { outcome: 'invalid', ...asSent(call), message, issues: report.issues ?? [] };
  }
}

/** The repaired arguments in the shape in which they were sent. */
function repaired(sent: unknown, report: Report): unknown {
  const text = report.arguments ?? '';
  if (typeof sent === 'string') return text;
  try {
    return withEdits(sent, report.edits);
  } catch (error) {
    // A value that is not what its JSON says (`toJSON`) cannot be edited.
    if (error instanceof InexactNumber) throw error;
    return parseExactly(text);
  }
}
