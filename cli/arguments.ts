/** Parses the command line of a verb into operands and options, with help texts and suggestions for misspelt names. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { allowedNumber, InputError, nearest } from '../engine/index.ts';
import { Refusal } from './failure.ts';

export interface OptionKind {
  /** Placeholder of its value in the help; absent for a switch. */
  readonly value?: string;
  readonly repeats?: boolean;
  readonly help: string;
}

export interface Verb {
  readonly name: string;
  readonly summary: string;
  /** The operands as the help shows them: `SCENE`, `FILE…`. */
  readonly operands: string;
  readonly operandsHelp: string;
  /** Allowed number of operands. */
  readonly least: number;
  readonly most: number;
  readonly options: Readonly<Record<string, OptionKind>>;
  /** Runs the verb and returns the exit code. */
  run(operands: readonly string[], values: Values): Promise<number>;
}

/** Values of options by name: text, true for a switch, a list for an option that may repeat. */
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** Parses the words; throws a `Refusal` with a suggestion if they are not understood. */
export function readArguments(verb: Verb, words: readonly string[]): { operands: string[]; values: Values } {
  const options: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { value, repeats }] of Object.entries(verb.options))
    options[name] = { type: value === undefined ? 'boolean' : 'string', multiple: repeats ?? false };
  const config = { args: [...words], options, allowPositionals: true } as const;
  for (const token of parseArgs({ ...config, strict: false, tokens: true }).tokens) {
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(options, token.name)) throw unknownOption(verb, token.rawName);
    // An option is not taken as a value, unless written with an equals sign: --state=--json. A negative number is a value.
    const swallowed = !token.inlineValue && /^-(?!\.?\d)./.test(token.value ?? '');
    if (options[token.name].type === 'string' && (token.value === undefined || swallowed))
      throw usage(verb, `${token.rawName} needs a value: ${token.rawName} ${verb.options[token.name].value}`);
    if (options[token.name].type === 'boolean' && token.value !== undefined)
      throw usage(verb, `${token.rawName} takes no value`);
  }
  const { values, positionals } = parseArgs({ ...config, strict: false });
  if (values.help) return { operands: [], values: { help: true } };
  if (positionals.length < verb.least) throw usage(verb, `${verb.operands} is missing`);
  if (positionals.length > verb.most) {
    const extra = positionals[verb.most];
    const hint = extra.includes('=') && 'set' in verb.options ? `; write --set ${extra}` : '';
    throw usage(verb, `"${extra}" is one word too many${hint}`);
  }
  return { operands: positionals, values: values as Values };
}

const usage = (verb: Verb, problem: string) =>
  new Refusal(`${problem}${problem.endsWith('?') ? '' : '.'}\nTry: selvedge ${verb.name} --help`);

function unknownOption(verb: Verb, given: string): Refusal {
  const guess = nearest(
    given,
    [...Object.keys(verb.options), 'help'].map((name) => `--${name}`),
  );
  return usage(verb, `there is no option ${given}${guess ? `. Did you mean ${guess}?` : ''}`);
}

export function unknownVerb(given: string, verbs: readonly Verb[]): Refusal {
  const names = verbs.map(({ name }) => name);
  const guess = nearest(given, [...names, '--help', '--version']);
  const suggestion = guess ? ` Did you mean ${guess}?` : '';
  return new Refusal(`there is no command ${given}.${suggestion} There are: ${names.join(', ')}.`);
}

/** A whole number, or a refusal that names the option, the value given and the values allowed. */
export function wholeNumber(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new InputError(`--${option}`, text, allowedNumber({ min, max, integer: true }));
}

export function oneOf<T extends string>(option: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((name) => name === text);
  if (found !== undefined) return found;
  const guess = nearest(text, allowed);
  const suggestion = guess ? `. Did you mean ${guess}?` : '';
  throw new InputError(`--${option}`, text, `one of ${allowed.join(', ')}${suggestion}`);
}

export function helpOf(verb: Verb): string {
  const rows: [string, string][] = verb.operands === '' ? [] : [[verb.operands, verb.operandsHelp]];
  for (const [name, { value, help }] of Object.entries(verb.options))
    rows.push([`--${name}${value === undefined ? '' : ` ${value}`}`, help]);
  rows.push(['-h, --help', 'this text']);
  const operands = verb.operands === '' ? '' : ` ${verb.operands}`;
  return `Usage: selvedge ${verb.name}${operands} [options]\n\n${capital(verb.summary)}.\n\n${columns(rows)}\n`;
}

/** Two columns, the left one as wide as its longest line. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
}

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);
