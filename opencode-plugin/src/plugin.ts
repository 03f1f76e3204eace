/** Puts the plugin together: its hooks, each guarded. */

import type { ScanOptions } from '../../npm/src/api.js';
import { mendArguments } from './arguments.js';
import { faultHere, Guard } from './guard.js';
import { hintFor, shellOf } from './hint.js';
import { rewordErrors } from './history.js';
import type { Hooks, PluginInput } from './host.js';
import { Ledger } from './ledger.js';
import { Log } from './log.js';
import { isOff, type Options, parseOptions } from './options.js';
import { noteResult, watchEvents } from './results.js';
import { Sessions } from './sessions.js';
import { Status } from './status.js';
import { StreamLayer } from './stream/layer.js';

/** OpenCode's own tools that change nothing. */
const READ_ONLY = [
  'read',
  'glob',
  'grep',
  'list',
  'webfetch',
  'websearch',
  'codesearch',
  'lsp',
  'skill',
];

/**
 * What OpenCode calls when it loads the plugin. It must never throw, and it must return an object:
 * OpenCode calls hooks on whatever comes back.
 */
export async function server(input: PluginInput, given?: unknown): Promise<Hooks> {
  try {
    faultHere('server');
    return start(input, given);
  } catch {
    return {};
  }
}

function start({ client, directory }: PluginInput, given: unknown): Hooks {
  const { env, platform } = process;
  if (isOff(env)) {
    new Status('off', []).save();
    return {};
  }
  const { options, complaints } = parseOptions(given, env);
  const { observe, notes } = options;
  const log = new Log(client, options.log);
  for (const complaint of complaints) log.write('warn', complaint);
  const status = new Status(observe ? 'observe' : 'on', complaints);
  const guard = new Guard(log, status);
  const sessions = new Sessions(client, directory, {
    host: 'opencode',
    cwd: directory,
    platform: platform === 'win32' ? 'windows' : 'posix',
    rules: options.rules,
  });
  const ledger = new Ledger(options, log);
  const stream = new StreamLayer({
    sessions,
    ledger,
    status,
    guard,
    observe,
    scan: scanOf(options),
  });
  let hint = '';

  const save = (all = false): void => {
    ledger.write(all);
    status.save();
  };
  guard.hook('start', () => status.save())();

  return {
    config: guard.hook('config', (config) => {
      stream.install(config);
      hint = hintFor(platform, shellOf(config.shell, platform, env));
    }),
    'chat.params': guard.hook('chat.params', ({ sessionID, model }) =>
      sessions.uses(sessionID, model),
    ),
    'tool.execute.before': guard.hook(
      'tool.execute.before',
      mendArguments({ sessions, ledger, status, observe }),
    ),
    'tool.execute.after': guard.hook(
      'tool.execute.after',
      noteResult({ sessions, ledger, status, notes }),
    ),
    ...(observe
      ? {}
      : {
          'experimental.chat.messages.transform': guard.hook(
            'experimental.chat.messages.transform',
            rewordErrors({ sessions, status }),
          ),
        }),
    ...(options.hint && !observe
      ? {
          'experimental.chat.system.transform': guard.hook(
            'experimental.chat.system.transform',
            (_, { system }) => {
              system.push(hint);
            },
          ),
        }
      : {}),
    event: guard.hook('event', watchEvents(ledger, save)),
    dispose: guard.hook('dispose', () => {
      stream.dispose();
      save(true);
    }),
  };
}

/** How leaked calls are looked for. */
function scanOf({ leaks: level, leakTools }: Options): ScanOptions {
  if (leakTools === 'all') return { level };
  return { level, only: leakTools === 'read-only' ? READ_ONLY : leakTools };
}
