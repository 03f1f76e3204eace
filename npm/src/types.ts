/** What the WebAssembly module can be made from: its bytes, or what was compiled from them. */
export type ModuleSource = ArrayBuffer | ArrayBufferView<ArrayBuffer> | WebAssembly.Module;

/** A tool in any of the shapes in which providers take them. */
export interface Tool {
  name?: string;
  /** The JSON Schema of the arguments. */
  parameters?: unknown;
  /** The same, as Anthropic names it. */
  input_schema?: unknown;
  /** The same, as MCP names it. */
  inputSchema?: unknown;
  /** A tool as OpenAI wraps it. */
  function?: Tool;
}

/** What is known of the place where the calls would run. */
export interface Options {
  /** The host, if its tools' habits are to be heeded. */
  host?: 'opencode' | 'dsh';
  /** The working folder, for tools that demand absolute paths. */
  cwd?: string;
  /** Whose paths the host uses; `posix` if not said. */
  platform?: 'posix' | 'windows';
  /** Rules to switch off, or on where they are off by default. */
  rules?: { off?: readonly string[]; on?: readonly string[] };
  /** JSON Pointers of arguments that are paths, for a host without a table of its own. */
  paths?: readonly string[];
}

/** A tool call as it was sent. */
export interface Call<A = unknown> {
  name: string;
  /** The model's own text if it is a string, else a value that the host had parsed. */
  arguments: A;
  /** Why the model stopped, in any provider's word (`stop`, `tool_calls`, `max_tokens`, …). */
  finish?: string | null | undefined;
}

/** Arguments after a repair: text for text, else an object. */
export type Repaired<A> = A extends string ? string : Record<string, unknown>;

/** A change to a call; a call's edits are applied one after another. */
export type Edit =
  /** A slice of the arguments' text: `byte` counts UTF-8 bytes of the text at this edit. */
  | { at: 'text'; rule: string; byte: number; before: string; after: string }
  /** A value by its JSON Pointer, as JSON source: no `before` is added, no `after` is removed. */
  | { at: 'value'; rule: string; path: string; before?: string; after?: string }
  /** A member's key; `path` is the member's before the edit. */
  | { at: 'key'; rule: string; path: string; before: string; after: string }
  /** The tool's name. */
  | { at: 'name'; rule: string; before: string; after: string };

/** One thing that is wrong with a call. */
export interface Issue {
  /** The JSON Pointer of the value that is wrong. */
  path: string;
  /** What the schema asks for there, in words. */
  expected: string;
  /** What was sent, shortened. */
  got: string;
}

/** One of several ways in which a call can be read. */
export interface Reading {
  name: string;
  /** JSON text. */
  arguments: string;
  edits: Edit[];
}

/** What became of a call. Run `valid` and `repaired` ones only; the others are as they came in. */
export type Outcome<A = unknown> =
  /** Nothing to do: `arguments` is what came in, the very same string or object. */
  | { outcome: 'valid'; name: string; arguments: A; edits: [] }
  /** One reading survives. */
  | {
      outcome: 'repaired';
      name: string;
      arguments: Repaired<A>;
      edits: Edit[];
      /** One line for the model: what was sent, what was taken, how to send it. */
      note: string;
    }
  /** Several readings validate and differ. */
  | {
      outcome: 'ambiguous';
      name: string;
      arguments: A;
      edits: [];
      message: string;
      readings: Reading[];
    }
  /** The model's output ends inside a value. */
  | { outcome: 'cut'; name: string; arguments: A; edits: []; message: string }
  /** No justified reading. */
  | {
      outcome: 'invalid';
      name: string;
      arguments: A;
      edits: [];
      /** Every issue by path with the expected shape, in words that a model can act on. */
      message: string;
      issues: Issue[];
      /** The call was not looked at: too large, not JSON, or the engine failed. */
      failed?: true;
    };

/** A rule as the public knows it. */
export interface Rule {
  /** The name, which never changes: edits carry it, and `Options.rules` takes it. */
  name: string;
  /** What it does, in one line. */
  summary: string;
  /** Where it works: broken JSON, what the schema refused, the tool's name, a host's habits. */
  stage: 'text' | 'value' | 'name' | 'host';
  /** `always`; `reading` for one that only `mendJson` uses; `sometimes` where the text decides. */
  certain: 'always' | 'reading' | 'sometimes';
}

/** What became of a text that should be JSON, to be read, not run. */
export interface JsonOutcome {
  outcome: 'valid' | 'repaired' | 'ambiguous' | 'cut' | 'invalid';
  /** Strict JSON; for `cut` what is finished of it. Absent for `ambiguous` and `invalid`. */
  text?: string;
  edits: Edit[];
  /** The text was not looked at: why. */
  failed?: string;
}

/** Settings of a scan for calls that leaked as text. */
export interface ScanOptions {
  /**
   * How much is recovered: nothing; whole blocks with their wrapper at the end of the message
   * (`safe`, the default); or whatever passes the gate.
   */
  level?: 'off' | 'safe' | 'all';
  /** Which part of the response the text is; `text` if not said. */
  channel?: 'text' | 'reasoning';
  /** The tools that may be recovered, if not all that are offered. */
  only?: readonly string[];
  /**
   * The texts of the request's user, system and tool messages: a block that stands there is a
   * quotation. Asked once, and only when a block was found.
   */
  sent?: () => Iterable<string>;
}

/** What a scanner gives, in the message's order. */
export type ScanEvent = { text: string } | { call: RecoveredCall };

/** A call that was read from text. */
export interface RecoveredCall {
  /** The offered tool. */
  name: string;
  /** JSON text: an object that the tool's schema accepts. */
  arguments: string;
  /** The format that the call was written in. */
  format: string;
  /** The id that the model gave the call, where its format has one. */
  id?: string;
  /** What was mended in the arguments as they were read from the markup. */
  edits: Edit[];
  /** One line for the model. */
  note: string;
}

/** A whole message after a scan. */
export interface Scanned {
  /** What is left of the text: all of it, unchanged, if no call was found. */
  content: string;
  calls: RecoveredCall[];
}
