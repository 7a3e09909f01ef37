/** The `selvedge` command: finds the verb and ends with its exit code. Each verb is a file beside this one. */
import { columns, helpOf, readArguments, unknownVerb, type Verb } from './arguments.ts';
import { bench } from './bench.ts';
import { EXIT, EXIT_HELP, exitCodeOf, Refusal, wordsOf } from './failure.ts';
import { fuzz } from './fuzz.ts';
import { info } from './info.ts';
import { lab } from './lab.ts';
import { packageVersion } from './package.ts';
import { run } from './run.ts';
import { soakVerb } from './soak.ts';
import { validate } from './validate.ts';

const VERBS: readonly Verb[] = [run, validate, info, lab, bench, soakVerb, fuzz];

const help = () => `Usage: selvedge COMMAND [options]

Real-time cloth and soft bodies: check scenes, run them, see what runs here.

${columns([
  ...VERBS.map(({ name, operands, summary }): [string, string] => [`${name} ${operands}`, summary]),
  ['COMMAND --help', 'the options of a command'],
  ['--version', 'the version'],
])}
${EXIT_HELP}
`;

async function main([first, ...rest]: readonly string[]): Promise<number> {
  if (first === '--help' || first === '-h') return print(help());
  if (first === '--version' || first === '-V') return print(`${packageVersion()}\n`);
  if (first === undefined) throw new Refusal(`give a command.\n\n${help()}`);
  const verb = VERBS.find(({ name }) => name === first);
  if (!verb) throw unknownVerb(first, VERBS);
  const { operands, values } = readArguments(verb, rest);
  return values.help ? print(helpOf(verb)) : verb.run(operands, values);
}

function print(text: string): number {
  process.stdout.write(text);
  return EXIT.ok;
}

// A reader that closes the pipe early, such as `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.stderr.write(`selvedge: ${wordsOf(error)}\n`);
    process.exitCode = exitCodeOf(error);
  },
);
