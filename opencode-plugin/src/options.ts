/** The user's settings: the second element of the tuple in `plugin`, or environment variables. */

import { rules } from '../../npm/src/api.js';

/** What can be set, with its default. */
export interface Options {
  /** Rules to switch off, or on where they are off by default. */
  rules: { off: readonly string[]; on: readonly string[] };
  /** How much is recovered of calls that leaked as text. */
  leaks: 'off' | 'safe' | 'all';
  /** The tools whose leaked calls are recovered: any, those that only read, or these. */
  leakTools: 'all' | 'read-only' | readonly string[];
  /** Whether the model is told what was mended. */
  notes: boolean;
  /** Whether the system prompt names the system and the shell. */
  hint: boolean;
  /** Whether outcomes are counted in OpenCode's data folder. */
  counts: boolean;
  /** Count, but change nothing. */
  observe: boolean;
  /** What goes into OpenCode's log. */
  log: LogLevel;
}

/** From which level on there is a line in the log. */
export type LogLevel = (typeof levels)[number];

/** The settings, and a line for each that could not be used. */
export interface Parsed {
  options: Options;
  complaints: string[];
}

const levels = ['off', 'error', 'warn', 'info', 'debug'] as const;
const leakLevels = ['off', 'safe', 'all'] as const;
const switches: Record<string, boolean> = {
  on: true,
  off: false,
  true: true,
  false: false,
  '1': true,
  '0': false,
};

/** A setting's value, or what it should be. */
type Read<T> = { value: T } | { expected: string };

const readers: { [K in keyof Options]: (given: unknown) => Read<Options[K]> } = {
  rules: readRules,
  leaks: (given) => oneOf(leakLevels, given),
  leakTools: readTools,
  notes: readSwitch,
  hint: readSwitch,
  counts: readSwitch,
  observe: readSwitch,
  log: (given) => oneOf(levels, given),
};

function defaults(): Options {
  return {
    rules: { off: [], on: [] },
    leaks: 'safe',
    leakTools: 'all',
    notes: true,
    hint: false,
    counts: true,
    observe: false,
    log: 'warn',
  };
}

/** Whether the user has switched everything off. */
export function isOff(env: NodeJS.ProcessEnv): boolean {
  return env['TOOLMEND'] === 'off';
}

/** Reads the settings; the environment counts more. What cannot be used is left at its default. */
export function parseOptions(given: unknown, env: NodeJS.ProcessEnv): Parsed {
  const options = defaults();
  const complaints: string[] = [];
  const set = <K extends keyof Options>(name: K, value: unknown, source: string): void => {
    const read = readers[name](value);
    if ('value' in read) options[name] = read.value;
    else complaints.push(`${source} must be ${read.expected}; the default is used`);
  };
  for (const [name, value] of Object.entries(isObject(given) ? given : {})) {
    if (Object.hasOwn(readers, name)) set(name as keyof Options, value, `the option ${name}`);
    else complaints.push(`there is no option ${JSON.stringify(name.slice(0, 40))}; it is ignored`);
  }
  if (given !== undefined && !isObject(given))
    complaints.push('the options must be an object; they are ignored');
  for (const [name, value, source] of fromEnvironment(env)) set(name, value, source);
  if (env['TOOLMEND'] === 'observe') options.observe = true;
  else if (!['', 'on', 'off'].includes(env['TOOLMEND'] ?? '')) {
    complaints.push('TOOLMEND must be on, off or observe; it is taken as on');
  }
  return { options, complaints };
}

/** The settings in the environment: `TOOLMEND_LEAKS=all`, `TOOLMEND_LEAK_TOOLS=read,grep`, … */
function fromEnvironment(env: NodeJS.ProcessEnv): [keyof Options, unknown, string][] {
  const found: [keyof Options, unknown, string][] = [];
  const { TOOLMEND_RULES_OFF: off, TOOLMEND_RULES_ON: on, TOOLMEND_LEAK_TOOLS: tools } = env;
  if (off !== undefined || on !== undefined) {
    found.push([
      'rules',
      { off: words(off), on: words(on) },
      'TOOLMEND_RULES_OFF and TOOLMEND_RULES_ON',
    ]);
  }
  if (tools !== undefined) {
    const one = tools === 'all' || tools === 'read-only';
    found.push(['leakTools', one ? tools : words(tools), 'TOOLMEND_LEAK_TOOLS']);
  }
  for (const name of ['leaks', 'notes', 'hint', 'counts', 'log'] as const) {
    const source = `TOOLMEND_${name.toUpperCase()}`;
    if (env[source] !== undefined) found.push([name, env[source], source]);
  }
  return found;
}

function words(text = ''): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function readRules(given: unknown): Read<Options['rules']> {
  const expected = '{ off: [...], on: [...] } with names of rules';
  if (!isObject(given)) return { expected };
  const { off = [], on = [] } = given;
  if (!isTexts(off) || !isTexts(on)) return { expected };
  const known = new Set(rules().map(({ name }) => name));
  const unknown = [...off, ...on].find((name) => !known.has(name));
  if (unknown === undefined) return { value: { off, on } };
  return { expected: `${expected} (there is no rule ${JSON.stringify(unknown.slice(0, 40))})` };
}

function readTools(given: unknown): Read<Options['leakTools']> {
  if (given === 'all' || given === 'read-only' || isTexts(given)) return { value: given };
  return { expected: '"all", "read-only" or a list of tools' };
}

function readSwitch(given: unknown): Read<boolean> {
  const value = switches[String(given)];
  return value === undefined ? { expected: 'on or off' } : { value };
}

function oneOf<T extends string>(known: readonly T[], given: unknown): Read<T> {
  const value = known.find((word) => word === given);
  return value === undefined ? { expected: `one of ${known.join(', ')}` } : { value };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
