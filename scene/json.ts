/**
 * JSON text to a value, with errors that say line and column and that are the same in every browser, which those
 * of JSON.parse are not. A key that stands twice in an object is refused too: JSON.parse would keep the last
 * one silently.
 */
import { type Problem, SceneError, showPath } from './errors.ts';

export interface JsonOptions {
  readonly source?: string;
  /** Characters at the front that are not in the user's text and don't count for the column. */
  readonly added?: number;
}

export function readJson(text: string, { source, added = 0 }: JsonOptions = {}): unknown {
  const { error, duplicates } = scan(text);
  if (error !== undefined) {
    const { line, column } = placeOf(text.slice(added), error.offset - added);
    const message = `not JSON at line ${line}, column ${column}: ${error.message}`;
    throw new SceneError([{ path: '', value: undefined, message }], source);
  }
  if (duplicates.length > 0) throw new SceneError(duplicates, source);
  return JSON.parse(text);
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

export interface SyntaxFault {
  readonly offset: number;
  readonly message: string;
}

interface ObjectFrame {
  readonly keys: Set<string>;
  key: string;
}
interface ArrayFrame {
  index: number;
}
type Frame = ObjectFrame | ArrayFrame;

/** Keys that stand twice of which each is named: the path of one may be as long as the text is deep. */
const MOST_DUPLICATES = 100;

const SPACE = /[ \t\n\r]*/y;
/** From space upwards, except quote and backslash. */
const STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"/y;
const ATOM = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;

/** Reads through the text once, without recursion: a deeply nested text can't exhaust the stack. */
export function scan(text: string): { error?: SyntaxFault; duplicates: Problem[] } {
  const duplicates: Problem[] = [];
  const frames: Frame[] = [];
  let at = 0;
  let expected = 'a value';
  /** Which of the expected things come next. */
  let state: 'value' | 'value or ]' | 'key' | 'key or }' | 'after value' = 'value';

  const skip = () => {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const fault = () => ({ error: { offset: at, message: describe(text, at, expected) }, duplicates });

  for (;;) {
    skip();
    const top = frames.at(-1);
    const next = text[at];
    if (state === 'after value') {
      if (top === undefined) {
        expected = 'the end';
        return at === text.length ? { duplicates } : fault();
      }
      const inObject = 'keys' in top;
      expected = inObject ? '"," or "}"' : '"," or "]"';
      if (next === ',') {
        at++;
        if ('keys' in top) state = 'key';
        else {
          top.index++;
          state = 'value';
        }
      } else if (next === (inObject ? '}' : ']')) {
        at++;
        frames.pop();
      } else return fault();
    } else if (state === 'key' || state === 'key or }') {
      if (next === '}' && state === 'key or }') {
        at++;
        frames.pop();
        state = 'after value';
        continue;
      }
      expected = state === 'key' ? 'a field name in double quotes' : 'a field name in double quotes, or "}"';
      const name = match(STRING);
      if (name === undefined || top === undefined || !('keys' in top)) return fault();
      top.key = JSON.parse(name);
      if (top.keys.has(top.key) && duplicates.length < MOST_DUPLICATES) {
        const path = showPath(frames.map((frame) => ('keys' in frame ? frame.key : frame.index)));
        duplicates.push({
          path,
          value: undefined,
          message: 'stands twice in the same object; keep one of the two',
        });
      }
      top.keys.add(top.key);
      skip();
      expected = '":"';
      if (text[at] !== ':') return fault();
      at++;
      state = 'value';
    } else {
      expected = state === 'value' ? 'a value' : 'a value or "]"';
      if (next === '{') {
        at++;
        frames.push({ keys: new Set(), key: '' });
        state = 'key or }';
      } else if (next === '[') {
        at++;
        frames.push({ index: 0 });
        state = 'value or ]';
      } else if (next === ']' && state === 'value or ]') {
        at++;
        frames.pop();
        state = 'after value';
      } else {
        if (match(next === '"' ? STRING : ATOM) === undefined) return fault();
        state = 'after value';
      }
    }
  }
}

function describe(text: string, at: number, expected: string): string {
  if (at >= text.length) return `the text ends where ${expected} should follow`;
  const comment = /^(?:\/\/|\/\*|#)/.exec(text.slice(at, at + 2));
  if (comment) return `found "${comment[0]}", and JSON has no comments`;
  const found = /^(?:[\w.+-]+|"[^"\n]{0,20}"?|.)/su.exec(text.slice(at, at + 40))?.[0] ?? '';
  return `found ${found.startsWith('"') ? found : JSON.stringify(found)} where ${expected} should stand`;
}
