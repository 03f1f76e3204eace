/** The command line: `toolmend COMMAND`. */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { answerLines, type LineCommand } from './cli/answer.js';
import { doctor } from './cli/doctor.js';
import { proxy, proxyHelp } from './cli/proxy.js';
import { stats } from './cli/stats.js';
import { provideModule } from './engine.js';
import { version } from './version.js';

interface Command {
  about: string;
  help: string;
  run: (args: string[]) => Promise<number>;
}

const commands: Record<string, Command> = {
  mend: {
    about: 'mend tool calls against the tools that were offered',
    help: lineHelp(
      'mend',
      `{"id", "tools": [...], "name", "arguments": string | any, "finish"?, "host"?, "cwd"?,
   "platform"?: "posix" | "windows", "rules"?: {"off": [], "on": []}}`,
      `{"id", "outcome", "name", "arguments": string, "edits", "note"?, "message"?, "issues"?,
   "readings"?}`,
      `A string in "arguments" is the model's own text, anything else a value that was parsed.
Tools are {name, parameters}, OpenAI's {type, function} or Anthropic's {name, input_schema}.`,
    ),
    run: (args) => lines('mend', args),
  },
  scan: {
    about: 'find the tool calls that leaked into a text',
    help: lineHelp(
      'scan',
      `{"id", "tools": [...], "text", "channel"?: "text" | "reasoning",
   "level"?: "off" | "safe" | "all"}`,
      `{"id", "content": string, "calls": [{"name", "arguments": string, "format"}]}`,
      `Takes whatever passes the gate, unless "level" says otherwise.`,
    ),
    run: (args) => lines('scan', args),
  },
  json: {
    about: 'read broken JSON, and against a JSON Schema if one is given',
    help: lineHelp(
      'json',
      `{"id", "text", "schema"?}`,
      `{"id", "outcome", "text"?: string, "edits"}`,
      'For reading, not for running: it takes likely repairs too.',
    ),
    run: (args) => lines('json', args),
  },
  proxy: {
    about: 'serve the API of a model with its tool calls mended',
    help: proxyHelp,
    run: proxy,
  },
  stats: {
    about: 'what the plugins have counted, by model, tool and rule',
    help: `usage: toolmend stats [--json]

Sums up what the plugins have counted on this machine: how many calls were valid, mended, healed (mended,
and then run) and refused.

  --json     one line of JSON
`,
    run: stats,
  },
  doctor: {
    about: 'whether a plugin is installed and loaded, and what it saw',
    help: `usage: toolmend doctor opencode

Says where the plugin is installed for this folder, whether OpenCode has loaded it, which of its layers saw
what since then, and why not. Ends with 1 if something is wrong.
`,
    run: doctor,
  },
};

const help = `toolmend ${version}: mends broken tool calls where one sensible reading is left

usage: toolmend COMMAND [--help]

${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(8)}${about}`)
  .join('\n')}
`;

function lineHelp(name: string, input: string, output: string, remark: string): string {
  return `usage: toolmend ${name} [--json | --pretty] [FILE]

Reads JSON Lines from FILE or standard input and answers each in order:
  ${input}
→ ${output}

${remark}
A line that cannot be read is answered with {"id"?, "error"}.

  --json     answer in JSON Lines (the default unless standard output is a terminal)
  --pretty   answer for the eye: before → after, and why
`;
}

async function lines(command: LineCommand, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean' }, pretty: { type: 'boolean' } },
  });
  const pretty = values.pretty ?? (!values.json && process.stdout.isTTY === true);
  return answerLines(command, positionals[0], pretty);
}

async function main([name, ...args]: string[]): Promise<number> {
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(commands[args[0] ?? '']?.help ?? help);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    process.stderr.write(`toolmend: there is no command ${name}\n\n${help}`);
    return 2;
  }
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(command.help);
    return 0;
  }
  try {
    return await command.run(args);
  } catch (error) {
    process.stderr.write(`toolmend ${name}: ${(error as Error).message}\n`);
    return (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
  }
}

provideModule(() => readFileSync(new URL('./toolmend.wasm', import.meta.url)));
process.exitCode = await main(process.argv.slice(2));
